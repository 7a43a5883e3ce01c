# SPDX-License-Identifier: 0BSD
# Plots the results of bench:
#
#     awk -v name=build/bench/quick -v processor="$CPU" -f bench/plot.awk build/bench/quick.csv | gnuplot
#
# In: NAME.csv; the processor's name, for the title of each sheet. Out: gnuplot commands for NAME-SHEET.svg. Sheets are text-16KiB and so on
# for whole texts of one size, strings, chain, offsets and sizes, if the CSV has them; results on a busy core are in separate sheets with
# -busy. A sheet has one panel per ISA. Peers have open marks, our kernels filled ones, with a shape for each build; the bars are quartiles.
# In the sheet of sizes, each panel in a row is for another text.

BEGIN {
    FS = ","
    split("#0072B2 #D55E00 #009E73 #CC79A7 #8C6D00 #56B4E9 #444444 #A0522D #7A3DB8", palette, " ")
    COLOURS = 9
    # gnuplot's marks, alternately open and filled: square, circle, two triangles, diamond
    OPEN = 4; FILLED = 5; SHAPES = 5
}

# columns of the CSV
NR == 1 {
    for (i = 1; i <= NF; i++) column[$i] = i
    next
}

function get(title) {
    return $(column[title])
}

function size_name(bytes) {
    return bytes >= 1048576 ? bytes / 1048576 " MiB" : bytes >= 1024 ? bytes / 1024 " KiB" : bytes " B"
}

# Adds an item to a list unless it has it. Returns its index.
function place(list, item) {
    if (!((list, item) in places)) {
        places[list, item] = ++length_of[list]
        items[list, length_of[list]] = item
    }
    return places[list, item]
}

# The name and title of a sheet, marked for a busy core.
function of_state(sheet) {
    return sheet (get("core") == "busy" ? "-busy" : "")
}

function in_state(title) {
    return title ", core " get("core")
}

# Adds a point to the series of this line, at x or, if x is 0, at the position of a label.
function add(sheet, title, across, x, label,    series, panel, key) {
    series = get("contender") " " get("build")
    panel = sheet SUBSEP get("isa") SUBSEP across
    key = panel SUBSEP series
    if (++seen[key, x, label] > 1) return
    place("sheets", sheet)
    titles[sheet] = title
    unit[sheet] = get("unit") == "ns/call" ? "ns a call" : get("unit")
    place(sheet " rows", get("isa"))
    place(sheet " columns", across)
    if (x == 0) x = place(sheet " labels", label)
    place(panel, series)
    ours[series] = get("side") == "ours"
    colour[sheet, get("isa"), series] = place(sheet get("isa") " colours", get("contender"))
    if (ours[series]) shape[series] = place("builds", get("build"))
    else shape[series] = places[panel, series]
    points[key] = points[key] x " " get("quartile 1") " " get("median") " " get("quartile 3") "\n"
    low = get("quartile 1"); high = get("quartile 3")
    row = sheet SUBSEP get("isa")
    if (!(row in least) || low < least[row]) least[row] = low
    if (!(row in most) || high > most[row]) most[row] = high
}

get("side") == "limit" { next }

get("section") == "text" {
    size = size_name(get("bytes"))
    sheet = "text-" size
    gsub(/ /, "", sheet)
    add(of_state(sheet), in_state("texts of " size), "", 0, get("text"))
}

get("section") == "strings" || get("section") == "chain" {
    add(of_state(get("section")), in_state(get("section") == "chain" ? "latency of short strings" : "short strings"),
        "", 0, get("text") "\\n1-" get("bytes"))
}

get("section") == "offsets" {
    size = size_name(get("bytes"))
    sheet = "offsets-" size
    gsub(/ /, "", sheet)
    add(sheet, "texts of " size ", so many bytes behind a multiple of 64", "", 0, get("text") "\\n+" get("offset"))
}

get("section") == "sizes" {
    add("sizes", "", get("text"), get("bytes"), "")
}

function style(sheet, isa, series) {
    return sprintf("lc rgb \"%s\" pt %d ps 0.9", \
        palette[(colour[sheet, isa, series] - 1) % COLOURS + 1], \
        (ours[series] ? FILLED : OPEN) + 2 * ((shape[series] - 1) % SHAPES))
}

function draw_panel(sheet, isa, across, is_curve,    panel, count, n, series, shift, lines, line, l, field, plot) {
    panel = sheet SUBSEP isa SUBSEP across
    count = length_of[panel]
    for (n = 1; n <= count; n++) {
        series = items[panel, n]
        shift = is_curve ? 0 : 0.72 * ((n - 0.5) / count - 0.5)
        print "$data" n " << END"
        lines = split(points[panel, series], line, "\n")
        for (l = 1; l < lines; l++) {
            split(line[l], field, " ")
            print field[1] + shift, field[2], field[3], field[4]
        }
        print "END"
        plot = plot (n == 1 ? "plot " : ", ") "$data" n \
            (is_curve ? " using 1:3 with linespoints " : " using 1:3:2:4 with yerrorbars ") \
            style(sheet, isa, series) " title \"" series "\""
    }
    print plot
}

# The width of a panel's longest key.
function height(sheet,    r, most_entries, entries) {
    for (r = 1; r <= length_of[sheet " rows"]; r++) {
        entries = length_of[sheet SUBSEP items[sheet " rows", r] SUBSEP \
            items[sheet " columns", 1]]
        if (entries > most_entries) most_entries = entries
    }
    return 18 * most_entries + 130
}

# Round numbers for tics, more of them if the range is small.
function ytics(low, high,    list, power, step, steps, i) {
    steps = split(high > 20 * low ? "1 2 5" : "1 1.5 2 3 4 5 7", step, " ")
    for (power = 0.001; power < 10000; power *= 10) {
        for (i = 1; i <= steps; i++) list = list (list == "" ? "" : ", ") power * step[i]
    }
    return list
}

function draw_sheet(sheet,    is_curve, rows, columns, r, c, isa, across, ticks, t, edge) {
    is_curve = sheet == "sizes"
    rows = length_of[sheet " rows"]
    columns = length_of[sheet " columns"]
    printf "set terminal svg size %d,%d font \"sans-serif,13\" background \"white\"\n", \
        is_curve ? 420 * columns + 230 : 1150, height(sheet) * rows
    print "set output \"" name "-" sheet ".svg\""
    print "set multiplot layout " rows "," columns " title \"" processor "\" font \",12\""
    print "set border 3; set tics nomirror; set logscale y; unset logscale x; unset arrow"
    print "set bmargin 3.5; set grid ytics lc rgb \"#dddddd\""
    print "set key maxcols 1 samplen 1 spacing 0.95 font \",12\" Left reverse"
    for (r = 1; r <= rows; r++) {
        isa = items[sheet " rows", r]
        printf "set yrange [%g:%g]\n", least[sheet, isa] * 0.85, most[sheet, isa] * 1.15
        print "set ytics (" ytics(least[sheet, isa], most[sheet, isa]) ")"
        for (c = 1; c <= columns; c++) {
            across = items[sheet " columns", c]
            print "set title \"" isa ": " (is_curve ? across : titles[sheet]) "\""
            print "set ylabel \"" (c == 1 ? unit[sheet] : "") "\""
            if (is_curve) {
                print "set logscale x; set xrange [1:268435456]; set xlabel \"bytes\""
                print "set xtics norotate (\"1\" 1, \"16\" 16, \"256\" 256, \"4K\" 4096, \"64K\" 65536, " \
                    "\"1M\" 1048576, \"16M\" 16777216, \"256M\" 268435456)"
                edge = (420 * columns) / (420 * columns + 230)
                printf "set lmargin at screen %g; set rmargin at screen %g\n", \
                    edge * (c - 0.87) / columns, edge * (c - 0.02) / columns
            } else {
                ticks = ""
                for (t = 1; t <= length_of[sheet " labels"]; t++) {
                    ticks = ticks (t == 1 ? "" : ", ") "\"" items[sheet " labels", t] "\" " t
                    if (t > 1) {
                        printf "set arrow %d from %g, graph 0 to %g, graph 1 %s\n", t, t - 0.5, \
                            t - 0.5, "nohead back lt 1 lw 1 lc rgb \"#cccccc\""
                    }
                }
                print "set xtics " (t > 11 ? "rotate by -30" : "norotate") " scale 0 (" ticks ")"
                printf "set xrange [0.5:%g]; unset xlabel\n", t - 0.5
                edge = 0.82
                print "set lmargin at screen 0.06; set rmargin at screen " edge
            }
            if (c == columns) printf "set key at screen %g, graph 1.02 left top\n", edge + 0.015
            else print "set key off"
            draw_panel(sheet, isa, across, is_curve)
        }
    }
    print "unset multiplot; unset output"
    print "set print \"-\"; print \"drawn: " name "-" sheet ".svg\""
}

END {
    for (s = 1; s <= length_of["sheets"]; s++) draw_sheet(items["sheets", s])
}
