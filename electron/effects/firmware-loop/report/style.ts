/** The report's whole style: light and dark by the reader's setting, and on paper. Contrast is at least 4.5:1. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --soft: #59636e; --line: #d1d9e0; --panel: #f6f8fa;
  --good: #116329; --bad: #a40e26; --odd: #7d4e00; --add: #dafbe1; --del: #ffebe9; --hunk: #0550ae; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117; --soft: #9198a1; --line: #3d444d;
  --panel: #151b23; --good: #56d364; --bad: #ff8f88; --odd: #e3b341; --add: #12341d; --del: #45171a; --hunk: #79c0ff; } }
body { margin: 0 auto; padding: 1.5rem; max-width: 72rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; } h2 { font-size: 1.1rem; margin-top: 2rem; }
h3 { font-size: 1rem; margin: 1rem 0 .3rem; overflow-wrap: anywhere; } .said { white-space: pre-wrap; overflow-wrap: anywhere; }
.call { border-left: 3px solid var(--line); padding-left: .8rem; } .plan { list-style: none; padding-left: 0; }
.status { font-weight: 700; } .none, caption, dt { color: var(--soft); }
.pass, .SUCCESS { color: var(--good); } .fail, .missing, .FAILURE { color: var(--bad); }
.skip, .flaky, .ABORTED { color: var(--odd); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; } dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .9rem; }
caption { text-align: left; padding-bottom: .3rem; } td, th { border-bottom: 1px solid var(--line); padding: .25rem .6rem;
  text-align: left; vertical-align: top; overflow-wrap: anywhere; white-space: pre-wrap; }
pre { background: var(--panel); border: 1px solid var(--line); padding: .6rem; overflow: auto; max-height: 32rem;
  font: .85rem/1.4 ui-monospace, monospace; }
pre.log { white-space: pre-wrap; overflow-wrap: anywhere; }
.add, .del, .hunk { display: inline-block; min-width: 100%; } .add { background: var(--add); } .del { background: var(--del); }
.hunk { color: var(--hunk); }
@media print { body { padding: 0; max-width: none; } pre { max-height: none; overflow: visible; white-space: pre-wrap; }
  tr, dl { break-inside: avoid; } h2 { break-after: avoid; } }
`;
