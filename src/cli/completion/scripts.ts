/** The shells for which there is a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/**
 * The scripts ask the program itself for candidates, so they fit every version of it. A candidate is a line; a tab
 * separates it from its description. Without candidates, the shells complete the names of files.
 */
export const COMPLETION_SCRIPTS: Record<Shell, string> = {
  bash: `# bash completion for catalog. Load it in ~/.bashrc: source <(catalog completion bash)
_catalog() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <("$1" completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _catalog catalog
`,
  zsh: `#compdef catalog
# zsh completion for catalog. Load it in ~/.zshrc: source <(catalog completion zsh)
_catalog() {
  local -a described
  local line
  while IFS= read -r line; do
    described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done < <("$words[1]" completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#described} )); then
    _describe catalog described
  else
    _files
  fi
}
if [ "\${funcstack[1]}" = _catalog ]; then
  _catalog "$@"
else
  compdef _catalog catalog
fi
`,
  fish: `# fish completion for catalog. Load it in ~/.config/fish/config.fish: catalog completion fish | source
function __catalog_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found (command catalog completion fish -- $words[2..] 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c catalog -f -a '(__catalog_complete)'
`,
}
