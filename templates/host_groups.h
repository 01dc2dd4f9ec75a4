/*
 * host_groups.h: <cooperative_groups.h> for the host device, over the prelude's barriers and warp operations.
 *
 * A group of a warp's threads is the mask of their lanes. What a tile or a coalesced group does is one operation of
 * those lanes, so that groups of one warp go on without each other. Names are CUDA's, or begin with cujit_.
 */
#pragma GCC system_header
#ifndef CUJIT_COOPERATIVE_GROUPS
#define CUJIT_COOPERATIVE_GROUPS
#if CUJIT_BARRIERS

namespace cooperative_groups
{

template <typename T> struct cujit_bare { typedef T type; };
template <typename T> struct cujit_bare<const T> : cujit_bare<T> {};
template <typename T> struct cujit_bare<volatile T> : cujit_bare<T> {};
template <typename T> struct cujit_bare<T &> : cujit_bare<T> {};
template <typename T> struct cujit_bare<T &&> : cujit_bare<T> {};
template <typename T, typename U> struct cujit_is_same { enum { value = 0 }; };
template <typename T> struct cujit_is_same<T, T> { enum { value = 1 }; };
template <typename T> struct cujit_never { enum { value = 0 }; };

static inline unsigned cujit_block_size() { return blockDim.x * blockDim.y * blockDim.z; }
static inline unsigned cujit_block_rank()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
/* The block's in its grid. */
static inline unsigned long long cujit_grid_rank()
{
    return blockIdx.x + gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
}
static inline unsigned cujit_below() { return (1u << cujit_lane()) - 1; }

/* The lane of a mask's n-th bit; -1: it has none. */
static inline int cujit_nth(unsigned mask, unsigned n)
{
    for (; n > 0 && mask != 0; n--)
        mask &= mask - 1;
    return mask == 0 ? -1 : __builtin_ctz(mask);
}
/* Bit k of the result is the bit at the k-th lane of the mask. */
static inline unsigned cujit_pack(unsigned mask, unsigned bits)
{
    unsigned packed = 0;
    for (unsigned k = 0; mask != 0; mask &= mask - 1, k++)
        packed |= (bits >> __builtin_ctz(mask) & 1) << k;
    return packed;
}
/* A value from another lane; the own one where that does not take part. */
template <typename T> static inline T cujit_move(unsigned mask, T value, int source)
{
    static_assert(__is_trivially_copyable(T), "shuffles of cooperative groups take trivially copyable types");
    static_assert(sizeof(T) <= 32, "shuffles of cooperative groups take values of at most 32 bytes");
    cujit_u64 words[(sizeof(T) + 7) / 8] = {};
    __builtin_memcpy(words, &value, sizeof(T));
    for (cujit_u64 &word : words)
        word = cujit_warp(mask, 1, word, source < 0 ? cujit_lane() : source);
    __builtin_memcpy(&value, words, sizeof(T));
    return value;
}
template <typename T> static inline unsigned cujit_match(unsigned mask, T value)
{
    static_assert(sizeof(T) <= 8, "match_any and match_all take values of at most 8 bytes");
    cujit_u64 bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    return (unsigned)cujit_warp(mask, 3, bits, 0);
}
/* The block's barrier, with the caller's place in the text. */
static inline void cujit_block_sync(int line, const char *file)
{
    char where[104];
    unsigned length = 0, digits = 1;
    for (; file[length] != '\0' && length < 90; length++)
        where[length] = file[length];
    where[length++] = ':';
    for (int rest = line; rest >= 10; rest /= 10)
        digits++;
    where[length + digits] = '\0';
    for (int rest = line; digits > 0; rest /= 10)
        where[length + --digits] = (char)('0' + rest % 10);
    cujit_barrier(0x40000000u + (unsigned)line, where, 0, 0);
}

/* ---- Groups of a warp's lanes ---- */

/* What tiles and coalesced groups share: G has cujit_mask(), thread_rank() and num_threads(). */
template <typename G> class cujit_warp_group {
    const G &self() const { return *static_cast<const G *>(this); }
    unsigned mask() const { return self().cujit_mask(); }

  public:
    enum { cujit_is_warp_group = 1 };

    void sync() const { cujit_warp(mask(), 0, 0, 0); }
    template <typename T> typename cujit_bare<T>::type shfl(T &&value, int rank) const
    {
        return cujit_move<typename cujit_bare<T>::type>(mask(), value, G::cujit_source(mask(), (unsigned)rank));
    }
    template <typename T> typename cujit_bare<T>::type shfl_up(T &&value, unsigned delta) const
    {
        const unsigned rank = self().thread_rank();
        const int source = delta > rank ? -1 : cujit_nth(mask(), rank - delta);
        return cujit_move<typename cujit_bare<T>::type>(mask(), value, source);
    }
    template <typename T> typename cujit_bare<T>::type shfl_down(T &&value, unsigned delta) const
    {
        const unsigned rank = self().thread_rank(), most = self().num_threads() - rank;
        const int source = delta >= most ? -1 : cujit_nth(mask(), rank + delta);
        return cujit_move<typename cujit_bare<T>::type>(mask(), value, source);
    }
    int any(int predicate) const { return cujit_warp(mask(), 2, predicate != 0, 0) != 0; }
    int all(int predicate) const { return cujit_warp(mask(), 2, predicate == 0, 0) == 0; }
    unsigned ballot(int predicate) const
    {
        return cujit_pack(mask(), (unsigned)cujit_warp(mask(), 2, predicate != 0, 0));
    }
    template <typename T> unsigned match_any(T value) const { return cujit_pack(mask(), cujit_match(mask(), value)); }
    template <typename T> unsigned match_all(T value, int &predicate) const
    {
        const unsigned same = cujit_match(mask(), value), present = (unsigned)cujit_warp(mask(), 2, 1, 0);
        predicate = cujit_warp(mask(), 2, same != present, 0) == 0;
        return predicate ? cujit_pack(mask(), present) : 0;
    }
};

/* ---- Groups that are told apart when the kernel runs ---- */

class thread_group
{
  protected:
    enum cujit_kind { cujit_lanes, cujit_block, cujit_grid };
    cujit_kind kind;
    unsigned lanes, meta_rank, meta_size;

    explicit thread_group(cujit_kind k, unsigned mask = 0, unsigned rank = 0, unsigned size = 1)
        : kind(k), lanes(mask), meta_rank(rank), meta_size(size)
    {
    }
    friend thread_group tiled_partition(const thread_group &parent, unsigned size);

  public:
    unsigned long long size() const
    {
        return kind == cujit_lanes   ? (unsigned long long)__builtin_popcount(lanes)
               : kind == cujit_block ? cujit_block_size()
                                     : (unsigned long long)gridDim.x * gridDim.y * gridDim.z * cujit_block_size();
    }
    unsigned long long num_threads() const { return size(); }
    unsigned long long thread_rank() const
    {
        return kind == cujit_lanes   ? (unsigned long long)__builtin_popcount(lanes & cujit_below())
               : kind == cujit_block ? cujit_block_rank()
                                     : cujit_grid_rank() * cujit_block_size() + cujit_block_rank();
    }
    void sync(int line = __builtin_LINE(), const char *file = __builtin_FILE()) const
    {
        if (kind == cujit_lanes)
            cujit_warp(lanes, 0, 0, 0);
        else if (kind == cujit_block)
            cujit_block_sync(line, file);
        else
            cujit_trap("sync() of a grid_group: the host device has no barriers of a whole grid");
    }
    unsigned get_type() const { return (unsigned)kind; }
};

class coalesced_group : public thread_group, public cujit_warp_group<coalesced_group>
{
  public:
    explicit coalesced_group(unsigned cujit_lanes_mask, unsigned rank, unsigned size)
        : thread_group(cujit_lanes, cujit_lanes_mask, rank, size)
    {
    }
    unsigned cujit_mask() const { return lanes; }
    static int cujit_source(unsigned mask, unsigned rank) { return cujit_nth(mask, mask == ~0u ? rank & 31 : rank); }
    unsigned size() const { return (unsigned)__builtin_popcount(lanes); }
    unsigned num_threads() const { return size(); }
    unsigned thread_rank() const { return (unsigned)__builtin_popcount(lanes & cujit_below()); }
    unsigned meta_group_rank() const { return meta_rank; }
    unsigned meta_group_size() const { return meta_size; }
    using cujit_warp_group<coalesced_group>::sync;
};

/* The threads of the warp that are here now. */
static inline coalesced_group coalesced_threads(int line = __builtin_LINE(), const char *file = __builtin_FILE())
{
    return coalesced_group(cujit_active(line, file), 0, 1);
}

/* ---- Blocks and grids ---- */

template <unsigned MaxBlockSize = 1024> struct block_tile_memory {};

class thread_block : public thread_group
{
  public:
    struct arrival_token {};

    thread_block() : thread_group(cujit_block) {}
    static void sync(int line = __builtin_LINE(), const char *file = __builtin_FILE()) { cujit_block_sync(line, file); }
    arrival_token barrier_arrive() const { return arrival_token(); }
    void barrier_wait(arrival_token &&, int line = __builtin_LINE(), const char *file = __builtin_FILE()) const
    {
        cujit_block_sync(line, file);
    }
    static unsigned size() { return cujit_block_size(); }
    static unsigned num_threads() { return cujit_block_size(); }
    static unsigned thread_rank() { return cujit_block_rank(); }
    static dim3 group_index() { return dim3(blockIdx); }
    static dim3 thread_index() { return dim3(threadIdx); }
    static dim3 group_dim() { return blockDim; }
    static dim3 dim_threads() { return blockDim; }
};

static inline thread_block this_thread_block() { return thread_block(); }
template <unsigned MaxBlockSize> static inline thread_block this_thread_block(block_tile_memory<MaxBlockSize> &)
{
    return thread_block();
}

class grid_group : public thread_group
{
  public:
    grid_group() : thread_group(cujit_grid) {}
    bool is_valid() const { return false; }
    template <typename T = void> void sync() const
    {
        static_assert(cujit_never<T>::value, "the host device has no barriers of a whole grid (grid_group::sync)");
    }
    static unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
    static unsigned long long num_threads() { return num_blocks() * cujit_block_size(); }
    static unsigned long long size() { return num_threads(); }
    static unsigned long long block_rank() { return cujit_grid_rank(); }
    static unsigned long long thread_rank() { return block_rank() * cujit_block_size() + cujit_block_rank(); }
    static dim3 group_dim() { return gridDim; }
    static dim3 dim_blocks() { return gridDim; }
    static dim3 block_index() { return dim3(blockIdx); }
    static dim3 dim_threads() { return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z); }
    static dim3 thread_index()
    {
        return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                    blockIdx.z * blockDim.z + threadIdx.z);
    }
};

static inline grid_group this_grid() { return grid_group(); }

class cluster_group;
template <typename T = void> static inline cluster_group &this_cluster()
{
    static_assert(cujit_never<T>::value, "the host device has no clusters of thread blocks (this_cluster)");
    return *(cluster_group *)nullptr;
}

/* ---- Tiles ---- */

template <unsigned Size> class cujit_tile : public cujit_warp_group<cujit_tile<Size>>
{
    static_assert(Size != 0 && (Size & (Size - 1)) == 0, "the size of a tile is a power of two");
    static_assert(Size <= 32, "the host device has no tiles of more than 32 threads");
    unsigned meta_rank, meta_size;

  public:
    cujit_tile(unsigned rank, unsigned size) : meta_rank(rank), meta_size(size) {}
    static int cujit_first() { return cujit_lane() & ~(int)(Size - 1); }
    static unsigned cujit_mask() { return (Size == 32 ? ~0u : (1u << (Size & 31)) - 1) << cujit_first(); }
    static int cujit_source(unsigned, unsigned rank) { return cujit_first() | (int)(rank & (Size - 1)); }
    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }
    static unsigned thread_rank() { return (unsigned)cujit_lane() & (Size - 1); }
    unsigned meta_group_rank() const { return meta_rank; }
    unsigned meta_group_size() const { return meta_size; }
    template <typename T> typename cujit_bare<T>::type shfl_xor(T &&value, unsigned bits) const
    {
        const unsigned rank = thread_rank() ^ bits;
        return cujit_move<typename cujit_bare<T>::type>(cujit_mask(), value, rank >= Size ? -1 : cujit_source(0, rank));
    }
};

template <unsigned Size, typename ParentT = void> class thread_block_tile;

template <unsigned Size> class thread_block_tile<Size, void> : public cujit_tile<Size>
{
  public:
    thread_block_tile(unsigned rank, unsigned size) : cujit_tile<Size>(rank, size) {}
    template <typename ParentT>
    thread_block_tile(const thread_block_tile<Size, ParentT> &tile)
        : cujit_tile<Size>(tile.meta_group_rank(), tile.meta_group_size())
    {
    }
};

/* How a parent of a tile is divided. */
template <typename ParentT> struct cujit_parent {
    static_assert(cujit_never<ParentT>::value, "tiles of a constant size are parts of a thread_block or of a tile");
};
template <> struct cujit_parent<thread_block> {
    static unsigned size() { return cujit_block_size(); }
};
template <unsigned Size, typename ParentT> struct cujit_parent<thread_block_tile<Size, ParentT>> {
    static constexpr unsigned size() { return Size; }
};

template <unsigned Size, typename ParentT> class thread_block_tile : public cujit_tile<Size>
{
  public:
    thread_block_tile(const ParentT &parent)
        : cujit_tile<Size>(parent.thread_rank() / Size, (cujit_parent<ParentT>::size() + Size - 1) / Size)
    {
    }
};

template <unsigned Size, typename ParentT>
static inline thread_block_tile<Size, ParentT> tiled_partition(const ParentT &parent)
{
    return thread_block_tile<Size, ParentT>(parent);
}
template <unsigned Size, unsigned ParentSize, typename GrandParentT>
static inline thread_block_tile<Size, thread_block_tile<ParentSize, GrandParentT>>
tiled_partition(const thread_block_tile<ParentSize, GrandParentT> &parent)
{
    static_assert(Size < ParentSize, "a part of a tile is smaller than the tile");
    return thread_block_tile<Size, thread_block_tile<ParentSize, GrandParentT>>(parent);
}

static inline thread_block_tile<1> this_thread() { return thread_block_tile<1>(0, 1); }

/* ---- Parts of a size that the kernel computes ---- */

static inline void cujit_check_size(unsigned size)
{
    if (size == 0 || size > 32 || (size & (size - 1)) != 0)
        cujit_trap("tiled_partition(): the size of a tile is a power of two, at most 32");
}
/* The lanes of a mask whose ranks are in the same part as this thread's. */
static inline coalesced_group cujit_part(unsigned mask, unsigned size)
{
    const unsigned rank = (unsigned)__builtin_popcount(mask & cujit_below());
    const unsigned count = (unsigned)__builtin_popcount(mask);
    unsigned part = 0;
    cujit_check_size(size);
    for (unsigned k = rank / size * size; k < count && k < rank / size * size + size; k++)
        part |= 1u << cujit_nth(mask, k);
    return coalesced_group(part, rank / size, (count + size - 1) / size);
}
static inline coalesced_group tiled_partition(const coalesced_group &parent, unsigned size)
{
    return cujit_part(parent.cujit_mask(), size);
}
static inline thread_group tiled_partition(const thread_block &, unsigned size)
{
    cujit_check_size(size);
    const unsigned rank = cujit_block_rank(), begin = rank & ~(size - 1), rest = cujit_block_size() - begin;
    return coalesced_group(~0u >> (32 - (rest < size ? rest : size)) << (begin & 31), rank / size,
                           (cujit_block_size() + size - 1) / size);
}
inline thread_group tiled_partition(const thread_group &parent, unsigned size)
{
    if (parent.kind == thread_group::cujit_grid)
        cujit_trap("tiled_partition(): a grid has no tiles");
    return parent.kind == thread_group::cujit_block ? tiled_partition(thread_block(), size)
                                                    : thread_group(cujit_part(parent.lanes, size));
}

template <typename G> static inline coalesced_group cujit_labeled(const G &group, cujit_u64 label)
{
    const unsigned mask = group.cujit_mask(), part = cujit_match(mask, label);
    const int leader = __builtin_ctz(part);
    const unsigned leaders = (unsigned)cujit_warp(mask, 2, leader == cujit_lane(), 0);
    const unsigned before = leaders & ((1u << leader) - 1);
    return coalesced_group(part, (unsigned)__builtin_popcount(before), (unsigned)__builtin_popcount(leaders));
}
template <typename G> static inline coalesced_group binary_partition(const G &group, bool predicate)
{
    static_assert(G::cujit_is_warp_group, "binary_partition takes a tile or a coalesced group");
    const unsigned mask = group.cujit_mask(), present = (unsigned)cujit_warp(mask, 2, 1, 0);
    const unsigned set = (unsigned)cujit_warp(mask, 2, predicate, 0);
    if (set == present || set == 0)
        return coalesced_group(present, 0, 1);
    return coalesced_group(predicate ? set : present & ~set, predicate, 2);
}
template <typename G, typename T> static inline coalesced_group labeled_partition(const G &group, T label)
{
    static_assert(cujit_is_integer<T>::value, "the label of labeled_partition is an integer or a pointer");
    return cujit_labeled(group, (cujit_u64)label);
}
template <typename G> static inline coalesced_group labeled_partition(const G &group, bool label)
{
    return binary_partition(group, label);
}
template <typename G, typename T> static inline coalesced_group labeled_partition(const G &group, T *label)
{
    return cujit_labeled(group, (cujit_u64)(size_t)label);
}

/* ---- Functions of any group ---- */

template <typename G> static inline void cujit_sync(const G &group, int, const char *) { group.sync(); }
static inline void cujit_sync(const thread_block &, int line, const char *file) { cujit_block_sync(line, file); }
static inline void cujit_sync(const thread_group &group, int line, const char *file) { group.sync(line, file); }
template <typename G>
static inline void sync(const G &group, int line = __builtin_LINE(), const char *file = __builtin_FILE())
{
    cujit_sync(group, line, file);
}
template <typename G> static inline auto thread_rank(const G &group) -> decltype(group.thread_rank())
{
    return group.thread_rank();
}
template <typename G> static inline auto group_size(const G &group) -> decltype(group.num_threads())
{
    return group.num_threads();
}
template <typename G, typename F, typename... A> static inline void invoke_one(const G &group, F &&f, A &&...arguments)
{
    if (group.thread_rank() == 0)
        static_cast<F &&>(f)(static_cast<A &&>(arguments)...);
}
template <typename G, typename F, typename... A>
static inline auto invoke_one_broadcast(const G &group, F &&f, A &&...arguments)
    -> typename cujit_bare<decltype(static_cast<F &&>(f)(static_cast<A &&>(arguments)...))>::type
{
    static_assert(G::cujit_is_warp_group, "invoke_one_broadcast takes a tile or a coalesced group");
    typename cujit_bare<decltype(static_cast<F &&>(f)(static_cast<A &&>(arguments)...))>::type result{};
    if (group.thread_rank() == 0)
        result = static_cast<F &&>(f)(static_cast<A &&>(arguments)...);
    return group.shfl(result, 0);
}

} // namespace cooperative_groups

#endif
#endif
