export function hasColours({ env, stdout, stderr }: NodeJS.Process): boolean {
  if (env.NO_COLOR) return false;
  return Boolean(env.FORCE_COLOR) || Boolean(stdout.isTTY && stderr.isTTY);
}
