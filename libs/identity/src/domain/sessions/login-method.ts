/** Ways to sign in, as login events and sessions record them. */
export const LOGIN_METHODS = ['password', 'oauth_idp1', 'oauth_idp2', 'magic_link'] as const;
export type LoginMethod = (typeof LOGIN_METHODS)[number];
