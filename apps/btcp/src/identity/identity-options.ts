export interface IdentityOptions {
  issuer: string;
  clientId: string;
  /** None for a public client, which has PKCE alone. */
  clientSecret: string | undefined;
  /** What is asked of the provider, such as `openid email profile`. */
  scope: string;
  userClaim: string;
  /** The claim with their groups; dots lead into objects. */
  groupsClaim: string;
  /** Groups, addresses and domains such as `@example.com`, or `*` for everybody, by role. */
  roles: { admin: readonly string[]; member: readonly string[]; viewer: readonly string[] };
  lifetime: number;
}
