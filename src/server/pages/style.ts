/** The one style sheet of all pages: readable on a phone, in light and in dark, without a script. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1d1b18; --soft: #6a635a; --paper: #fbf9f5; --card: #fff;
  --line: #ded8cd; --link: #1f5a7a; --accent: #8a3b12; --on-accent: #fff; --bad: #a3221a; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece7df; --soft: #a79f93; --paper: #171614;
  --card: #201e1b; --line: #3a362f; --link: #8cc3e0; --accent: #e0935f; --on-accent: #1a1411;
  --bad: #ff9a8f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: anywhere; }
header, main, footer { max-width: 64rem; margin: 0 auto; padding: 1rem 1.25rem; }
main.narrow { max-width: 34rem; }
header { border-bottom: 1px solid var(--line); }
header a { color: inherit; font-weight: 600; text-decoration: none; }
footer { color: var(--soft); font-size: .875rem; border-top: 1px solid var(--line); margin-top: 2rem; }
h1 { font: 600 1.75rem/1.2 Georgia, "Times New Roman", serif; margin: 1rem 0 .5rem; }
h2 { font: 600 1.25rem/1.3 Georgia, "Times New Roman", serif; margin: 2rem 0 .75rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.soft { color: var(--soft); }
.error { color: var(--bad); font-weight: 600; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem 1.25rem; }
.counts { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.25rem 0; padding: 0; }
.counts div { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .5rem 1rem; }
.counts dt { color: var(--soft); font-size: .875rem; }
.counts dd { margin: 0; font-size: 1.5rem; font-variant-numeric: tabular-nums; }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 1rem;
  list-style: none; margin: 0; padding: 0; }
.pictures a { display: block; text-decoration: none; color: inherit; }
.pictures img, .pictures .nothing { display: block; width: 100%; aspect-ratio: 4 / 3; object-fit: cover;
  background: var(--line); border-radius: .375rem; }
.pictures .title { display: block; margin-top: .375rem; font-size: .9375rem; line-height: 1.3; }
.pictures .date { color: var(--soft); font-size: .8125rem; }
form { margin: 1rem 0; }
label { display: block; margin: .75rem 0; }
input[type=text], input[type=number], select { display: block; width: 100%; max-width: 24rem; margin-top: .25rem;
  padding: .5rem .625rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--soft); border-radius: .375rem; }
button, .button { display: inline-block; min-height: 2.75rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600;
  border: 1px solid var(--accent); border-radius: .375rem; background: var(--accent); color: var(--on-accent);
  text-decoration: none; cursor: pointer; }
button.quiet, .button.quiet { background: transparent; color: var(--ink); border-color: var(--soft); }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; }
.card h2 { margin-top: 1.25rem; }
.card h3 { font: 600 1.125rem/1.3 Georgia, "Times New Roman", serif; margin: 0 0 .25rem; }
.card > :first-child { margin-top: 0; }
.card > :last-child { margin-bottom: 0; }
.card ul { margin: .5rem 0; padding-left: 1.25rem; }
.choices { display: flex; flex-wrap: wrap; gap: .75rem; list-style: none; margin: 0; padding: 0; }
button.link { min-height: 0; padding: 0; border: 0; background: none; color: var(--link);
  font-weight: 400; text-decoration: underline; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .5rem .5rem .5rem 0; border-bottom: 1px solid var(--line); }
code { font: .9em ui-monospace, monospace; }
`
