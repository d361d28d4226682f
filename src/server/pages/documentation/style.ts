/** Additional CSS of the API reference. */
export const DOCUMENTATION_STYLE = `
h3 { font: 600 1rem/1.4 ui-monospace, monospace; margin: 0 0 .5rem; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
h4 { font-size: .875rem; margin: 1rem 0 .25rem; }
.method { color: var(--accent); font-weight: 700; }
.entry { scroll-margin-top: 1rem; background: var(--card); border: 1px solid var(--line);
  border-radius: .5rem; padding: 1rem; margin: 1rem 0; }
.members { margin: 0; }
.members > div { padding: .375rem 0; border-top: 1px solid var(--line); }
.members dd { margin: 0; }
.members .members { margin: .375rem 0 0 .75rem; }
.members dt { font-weight: 600; font-variant-numeric: tabular-nums; }
.responses > div { display: grid; grid-template-columns: 3rem minmax(0, 1fr); }
summary { cursor: pointer; padding: .5rem 0; }
pre { margin: .5rem 0; padding: .75rem; overflow: auto; max-height: 24rem; border: 1px solid var(--line); border-radius: .375rem;
  background: var(--paper); font: .8125rem/1.5 ui-monospace, monospace; overflow-wrap: normal; }
:target { border-color: var(--link); }
.contents { font-size: .875rem; }
.contents ul { list-style: none; margin: 0; padding: 0; }
.contents a { display: inline-block; padding: .125rem 0; text-decoration: none; }
.contents > ul > li > a { font-weight: 600; }
.contents .method { font-size: .6875rem; }
.skip { position: absolute; left: -99rem; }
.skip:focus { position: static; }
@media (max-width: 59.99rem) {
  .contents > ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
  .contents > ul > li > a { padding: .375rem 0; }
  .contents ul ul { display: none; }
}
@media (min-width: 60rem) {
  :root { --wide: 80rem; }
  .reference { display: grid; grid-template-columns: 17rem minmax(0, 1fr); gap: 2rem; }
  .contents { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: .5rem 0; }
  .contents > ul > li { margin-bottom: .75rem; }
  .members:not(.responses) > div { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: .75rem; }
  .members .members:not(.responses) > div { grid-template-columns: 8rem minmax(0, 1fr); }
}
`
