// Each shell asks `btcp completion words` for what can come next, so that sessions and states are known too.
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_btcp() {
  local IFS=$'\\n'
  COMPREPLY=($(btcp completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _btcp btcp`,
  zsh: `_btcp() {
  local -a found
  found=("\${(@f)$(btcp completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a found
}
compdef _btcp btcp`,
  fish: `complete -c btcp -f -a '(btcp completion words -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'`,
  powershell: `Register-ArgumentCompleter -Native -CommandName btcp -ScriptBlock {
  param($word, $line, $cursor)
  $words = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($word -eq '') { $words += '' }
  btcp completion words '--' @words 2>$null | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}`,
};

export const SHELLS: readonly string[] = Object.keys(SCRIPTS);

export function completionScript(shell: string): string | undefined {
  return Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
}
