#!/bin/sh
# test_cache_report.sh: the page of `cujit cache report`: escaped, whole, and within the width of a window.
# shellcheck disable=SC1091,SC2034,SC2154,SC2015,SC2016
. "$(dirname -- "$0")/lib.sh"

cujit cache report
expect_status 0
expect_in_output '<p>None.</p>'
cujit run 'float *x' 'x[i] = x[i] < 3 && 1 > 0 ? 1 : 2 /* </pre><script>"&amp;" */' x=zeros:1 --name page
cujit cache report -o absent/page.html
expect_status 1
expect_message 'cannot write absent/page.html'
cujit cache report --json
expect_status 2
cujit cache report --limit none
expect_status 2
cujit cache report -o page.html
expect_status 0
cp page.html out
expect_in_output 'x[i] &lt; 3 &amp;&amp; 1 &gt; 0'
expect_in_output '&lt;/pre&gt;&lt;script&gt;&quot;&amp;amp;&quot;'
expect test "$(grep -c '<script\|src=\|href=\|url(' page.html)" -eq 0
expect test "$(grep -c '<svg' page.html)" -ge 2
expect_in_output '<path class="v0" d="M0 100V0.00H10V100Z"/>' # of one day so far
if command -v python3 >/dev/null; then # every tag is closed by its own
    expect python3 - <<'END'
import html.parser

class Checker(html.parser.HTMLParser):
    void, open = {"meta", "br"}, []
    def handle_starttag(self, tag, attributes):
        if tag not in self.void:
            self.open.append(tag)
    def handle_startendtag(self, tag, attributes):
        pass
    def handle_endtag(self, tag):
        assert tag in self.void or self.open.pop() == tag, tag

checker = Checker()
checker.feed(open("page.html").read())
assert not checker.open, checker.open
END
fi

browser=
for name in chromium chromium-browser google-chrome; do
    [ -n "$browser" ] || browser=$(command -v "$name") || browser=
done
if [ -z "$browser" ] && [ "$failures" -eq 0 ]; then
    echo 'skipped: the page is sound, and no Chromium is here to lay it out'
    exit 77
fi

# How wide the page PAGE is, with everything unfolded, in a column of WIDTH pixels: as narrow as a telephone, or a screen's.
measure() {
    sed -e "s|</style>|html{width:${2}px}</style>|" -e 's|<details>|<details open>|' \
        -e 's|</body>|<script>document.title="wide: "+document.body.scrollWidth</script></body>|' "$1" >wide.html
    HOME=$PWD "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/profile" --window-size=1300,900 \
        --dump-dom "file://$PWD/wide.html" 2>err | sed -n 's/.*<title>wide: \([0-9]*\).*/\1/p' >out
    wide=$(cat out)
}
for width in 340 1100; do
    measure page.html "$width"
    [ -n "$wide" ] && [ "$wide" -le "$width" ] || fail "in $width pixels the page is ${wide:-not rendered} wide"
done
sed 's|</h1>|</h1><div style="width:500px">wide</div>|' page.html >stretched.html
measure stretched.html 340
[ "${wide:-0}" -gt 340 ] || fail "a page that is too wide was not noticed: ${wide:-not rendered}"
finish
