/** The stylesheet of the reference: system fonts, light and dark colour schemes, contrast of WCAG 2.2 AA. */
export const STYLE = `
:root { color-scheme: light dark; --text: #1c2024; --page: #fff; --soft: #f3f4f6; --line: #d0d5db; --link: #0b57b0; --note: #4b5563; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e8eb; --page: #14171a; --soft: #20252a; --line: #3b434b; --link: #8ab9f5; --note: #aeb6c0; }
}
* { box-sizing: border-box; overflow-wrap: anywhere; }
body { margin: 0; color: var(--text); background: var(--page); font: 16px/1.5 system-ui, sans-serif; display: grid;
  grid-template: auto 1fr / 18rem minmax(0, 1fr); }
header { grid-column: 1 / -1; padding: .75rem 1.5rem; border-bottom: 1px solid var(--line); }
header a { margin-left: 1rem; }
nav { padding: 1rem 1.5rem; border-right: 1px solid var(--line); font-size: .9rem; position: sticky; top: 0; height: 100vh; overflow-y: auto; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { padding: .2rem 0; }
[aria-current] { font-weight: 600; }
main { padding: 1rem 2rem 4rem; max-width: 70rem; }
section { border-top: 1px solid var(--line); margin-top: 2rem; padding-top: .5rem; }
a { color: var(--link); }
:target { background: var(--soft); }
code { font: .9em ui-monospace, monospace; background: var(--soft); padding: .1em .25em; border-radius: .2em; }
.route { font-size: 1.1rem; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); font-weight: normal; }
thead th { font-weight: 600; }
th:first-child { width: 24%; } th:nth-child(2) { width: 22%; }
small { color: var(--note); }
dt { float: left; clear: left; width: 7rem; font-weight: 600; } dd { margin: 0 0 .4rem 7rem; }
.skip { position: absolute; left: -100rem; } .skip:focus { left: 1rem; top: 1rem; background: var(--page); }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; border: 0; } main { padding: 1rem; } }
`;
