# Completion of `cujit` for bash: source this file, or install it as share/bash-completion/completions/cujit.

_cujit() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} words=
    local source='--preamble --loop-prep --after-loop --name --types --device --json --help'
    local kernel="$source --option --compile-timeout --verbose"

    COMPREPLY=()
    case $before in
        --device | -d)
            mapfile -t COMPREPLY < <(compgen -W 'cuda host' -- "$word")
            return
            ;;
        --arch | -a)
            mapfile -t COMPREPLY < <(compgen -W 'host x86-64-v3 sm_75 sm_80 sm_86 sm_89 sm_90 sm_100 sm_120' -- "$word")
            return
            ;;
        --file | -f | --object | --output | -o | --plot | --list | --verify | --manifest | --sign | --make-key)
            mapfile -t COMPREPLY < <(compgen -f -- "$word")
            return
            ;;
        --sort)
            mapfile -t COMPREPLY < <(compgen -W 'used created size uses compile name' -- "$word")
            return
            ;;
        --kind)
            mapfile -t COMPREPLY < <(compgen -W 'cubin ptx shared fatbin' -- "$word")
            return
            ;;
        --out-dtype)
            mapfile -t COMPREPLY < <(compgen -W 'bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float8_e4m3
                float8_e5m2 float16 bfloat16 float32 float64 complex64 complex128' -- "$word")
            return
            ;;
        --dir | --include | -I | merge | import)
            mapfile -t COMPREPLY < <(compgen -d -- "$word")
            return
            ;;
    esac
    if [ "$COMP_CWORD" -eq 1 ]; then
        words='eval run render compile module tune devices doctor cache pack warm help --help --version'
    else
        case $command in
            eval)
                words='--output --file --device --out-dtype --plot --summary --explain --repeat --source --max-length'
                words+=' --max-kernels --max-bytes --max-elements --compile-timeout --json --verbose --help'
                [[ $word == -* || $before == '=' ]] || words+=" $(compgen -f -- "$word")"
                ;;
            run) words="$kernel --output --range --slice --time" ;;
            tune) words=$kernel ;;
            render) words="$source --arch --output" ;;
            compile) words="$kernel --arch --ptx --output" ;;
            module)
                words='--arch --device --name --option --compile-timeout --include --instance --ptx --output --json'
                words+=' --verbose --help'
                mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word"; compgen -f -- "$word")
                return
                ;;
            devices) words='--long --json --help' ;;
            doctor) words='--json --help' ;;
            cache)
                words='ls show stats why diff disasm report verify pin unpin rm gc prune clear merge export import'
                words+=' --dir --json --name --arch --toolchain --kind --older --newer --unused --sort --reverse --limit'
                words+=' --source --log --verbose --object --repair --rebuild --dry-run --trust --output --help'
                ;;
            pack)
                words='--output --object --symbol --name --arch --manifest --threads --compile-timeout --sign --make-key'
                words+=' --list --verify --dir --json --help'
                ;;
            warm)
                words='--arch --device --dir --threads --compile-timeout --json --help'
                [[ $word == -* ]] || words+=" $(compgen -f -- "$word")"
                ;;
            help) words='eval run render compile module tune devices doctor cache pack warm' ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    # An array argument: the part behind NAME= is a file or a generator.
    if [[ $command == @(eval|run|tune) ]] && [ "$before" = '=' ]; then
        mapfile -t COMPREPLY < <(compgen -W 'zeros: ones: arange: random:' -- "$word"; compgen -f -- "$word")
    fi
}

complete -o default -F _cujit cujit
