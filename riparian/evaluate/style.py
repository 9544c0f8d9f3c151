"""The style sheet of a report: system fonts, light and dark, colours that the colour-blind tell apart."""

# The lines' colours are those of Okabe & Ito (2008), darker on light ground where they would fade.
STYLE = """
:root { color-scheme: light dark; --ground: #fff; --ink: #1d2429; --faint: #5d6a73; --rule: #d9dfe3;
  --right: 0, 114, 178; --wrong: 213, 94, 0;
  --c0: #0072b2; --c1: #d55e00; --c2: #00795a; --c3: #b05a8f; --c4: #a87b00; --c5: #2d8fc9;
  --c6: #6b6100; --c7: #444; }
@media (prefers-color-scheme: dark) { :root { --ground: #14191d; --ink: #e6eaed; --faint: #9caab3;
  --rule: #333d44;
  --c0: #4ea8e0; --c1: #f08a3c; --c2: #2fc49a; --c3: #dd9bc4; --c4: #f0b93a; --c5: #8fd0f5;
  --c6: #e0d75a; --c7: #bbb; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif; }
main { max-width: 56rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: .95rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
p { margin: 0 0 .75rem; } .lead, .none, figcaption { color: var(--faint); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .75rem .3rem 0; text-align: left; vertical-align: baseline; white-space: nowrap; }
thead th { font-weight: 600; color: var(--faint); border-bottom: 1px solid var(--rule); }
tbody tr + tr td, tbody tr + tr th { border-top: 1px solid var(--rule); }
.number { text-align: right; padding-left: .75rem; }
.confusion td { padding-right: .6rem; }
.confusion .right { background: rgba(var(--right), calc(var(--share) * .35)); }
.confusion .wrong { background: rgba(var(--wrong), calc(var(--share) * .55)); }
.confusion th { font-weight: 600; }
.summary tbody th { font-weight: 400; color: var(--faint); }
figure { margin: 1.25rem 0 0; } figcaption { font-size: .875rem; margin-bottom: .25rem; }
svg { width: 100%; height: auto; display: block; }
svg text { font: 12px system-ui, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif;
  fill: var(--faint); }
svg .name { font-weight: 600; }
.grid { stroke: var(--rule); stroke-width: 1; }
.line { fill: none; stroke-width: 1.8; stroke-linejoin: round; stroke-linecap: round; }
.again { stroke-dasharray: 6 4; }
.c0 { stroke: var(--c0); } .c1 { stroke: var(--c1); } .c2 { stroke: var(--c2); } .c3 { stroke: var(--c3); }
.c4 { stroke: var(--c4); } .c5 { stroke: var(--c5); } .c6 { stroke: var(--c6); } .c7 { stroke: var(--c7); }
svg .t0 { fill: var(--c0); } svg .t1 { fill: var(--c1); } svg .t2 { fill: var(--c2); }
  svg .t3 { fill: var(--c3); }
svg .t4 { fill: var(--c4); } svg .t5 { fill: var(--c5); } svg .t6 { fill: var(--c6); }
  svg .t7 { fill: var(--c7); }
div.settings { display: flex; flex-wrap: wrap; gap: 1.25rem 2.5rem; }
.settings th { font-weight: 400; color: var(--faint); }
.settings td { white-space: normal; overflow-wrap: anywhere; }
@media print { main { max-width: none; } figure, section { break-inside: avoid; } }
"""
