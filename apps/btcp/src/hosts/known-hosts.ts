/** The token of a remote host whose address is in the environment: a token is sent to the address it is listed with, and to no other. */
export function knownHost(agent: string, url: string): { token: string | null } | undefined {
  const { env } = process;
  const suffix = `_${agent.toUpperCase().replaceAll('-', '_')}`;
  for (const end of [suffix, '']) {
    const known = env[`BTCP_HOST_URL${end}`];
    if (known && isSameOrigin(known, url)) return { token: env[`BTCP_HOST_TOKEN${end}`] || null };
  }
  return undefined;
}

function isSameOrigin(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin;
}
