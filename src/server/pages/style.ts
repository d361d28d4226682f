/** The style sheet of all pages. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1d1b18; --soft: #625b52; --paper: #faf8f4; --card: #fff;
  --line: #e0dad0; --edge: #857d72; --link: #1f5a7a; --accent: #8a3b12; --on-accent: #fff;
  --tint: #f5ece2; --bad: #a3221a; --wide: 64rem; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece7df; --soft: #b0a89c; --paper: #171614;
  --card: #1f1d1a; --line: #38342e; --edge: #8d8579; --link: #8cc3e0; --accent: #e0935f; --on-accent: #1a1411;
  --tint: #2a241d; --bad: #ff9a8f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: anywhere; }
main, footer { max-width: var(--wide); margin: 0 auto; padding: 1rem 1.25rem; }
main { padding-bottom: 4rem; }
main.narrow { max-width: 36rem; }
header { display: flex; gap: 1rem; align-items: center; justify-content: space-between;
  padding: .75rem max(1.25rem, calc((100% - var(--wide)) / 2 + 1.25rem)); border-bottom: 1px solid var(--line); }
header a { color: inherit; text-decoration: none; padding: .375rem 0; }
header a:hover { text-decoration: underline; }
header .site { font: 600 1.0625rem/1.3 Georgia, "Times New Roman", serif; }
header nav { flex: none; max-width: 45%; }
header nav a { display: block; overflow: hidden; max-width: 16rem; color: var(--link);
  text-overflow: ellipsis; white-space: nowrap; }
footer { color: var(--soft); font-size: .875rem; border-top: 1px solid var(--line); margin-top: 2rem; }
h1 { font: 600 1.75rem/1.2 Georgia, "Times New Roman", serif; margin: 1.25rem 0 .75rem; text-wrap: balance; }
h2 { font: 600 1.25rem/1.3 Georgia, "Times New Roman", serif; margin: 2.25rem 0 .75rem; }
p { margin: .75rem 0; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: .125rem; }
.soft { color: var(--soft); }
.error { color: var(--bad); font-weight: 600; }
.name { font-weight: 600; }
.asker { margin: 1rem 0; font-size: 1.25rem; line-height: 1.35; }
.asker .badge { vertical-align: .125em; font-weight: 400; }
.badge { display: inline-block; padding: 0 .5rem; border: 1px solid var(--edge); border-radius: 1rem;
  color: var(--soft); font-size: .8125rem; line-height: 1.5; white-space: nowrap; }
.note { background: var(--tint); border-left: 3px solid var(--accent); border-radius: .25rem; padding: .5rem .875rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem 1.25rem;
  margin: 1rem 0; }
.counts { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: .75rem;
  margin: 1.25rem 0; padding: 0; }
.counts div { display: flex; flex-direction: column; justify-content: space-between; background: var(--card);
  border: 1px solid var(--line); border-radius: .5rem; padding: .5rem 1rem; }
.counts dt { color: var(--soft); font-size: .875rem; }
.counts dd { margin: 0; font-size: 1.5rem; line-height: 1.4; font-variant-numeric: tabular-nums; }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 1.25rem 1rem;
  list-style: none; margin: 0; padding: 0; }
.pictures a { display: block; text-decoration: none; color: inherit; }
.pictures a:hover .title { text-decoration: underline; }
.pictures img, .pictures .nothing { display: block; width: 100%; aspect-ratio: 4 / 3; object-fit: cover;
  background: var(--line); border-radius: .375rem; }
.pictures .title { display: block; margin-top: .375rem; font-size: .9375rem; line-height: 1.3; }
.pictures .date { color: var(--soft); font-size: .8125rem; }
form { margin: 1rem 0; }
form.after { margin-top: 2rem; padding-top: .5rem; border-top: 1px solid var(--line); }
label { display: block; margin: .75rem 0; font-weight: 600; }
input[type=text], input[type=number], select { display: block; width: 100%; min-height: 2.75rem; margin-top: .25rem;
  padding: .5rem .625rem; font: inherit; font-weight: 400; color: inherit; background: var(--card);
  border: 1px solid var(--edge); border-radius: .375rem; }
button, .button { display: inline-block; min-height: 2.75rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600;
  border: 1px solid var(--accent); border-radius: .375rem; background: var(--accent); color: var(--on-accent);
  text-decoration: none; cursor: pointer; max-width: 100%; }
button:hover, .button:hover { filter: brightness(1.1); }
button.quiet, .button.quiet { background: transparent; color: var(--ink); border-color: var(--edge); }
button.quiet:hover, .button.quiet:hover { background: var(--tint); filter: none; }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; }
@media (max-width: 29.99rem) { .buttons > *, .button { flex: 1 1 8rem; text-align: center; } }
.card h2 { font-size: 1.0625rem; margin: 1.25rem 0 .375rem; }
.card h3 { font: 600 1.125rem/1.3 Georgia, "Times New Roman", serif; margin: 0 0 .25rem; }
.card > :first-child { margin-top: 0; }
.card > :last-child { margin-bottom: 0; }
.card ul { margin: .5rem 0; padding-left: 1.25rem; }
.rows { list-style: none; margin: 0; padding: 0; }
.rows > li { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between;
  padding: .75rem 0; border-bottom: 1px solid var(--line); }
.choices { display: flex; flex-wrap: wrap; gap: .75rem; list-style: none; margin: 0; padding: 0; }
.choices > li { max-width: 100%; }
button.link { min-height: 0; padding: .25rem 0; border: 0; background: none; color: var(--link);
  font-weight: 400; text-decoration: underline; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .5rem .5rem .5rem 0; border-bottom: 1px solid var(--line); }
code { font: .9em ui-monospace, monospace; }
`
