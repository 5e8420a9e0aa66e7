/** What the document says of the way back; for people who write the page that browsers end at. */
export const CALLBACK_DESCRIPTION = `Where providers send browsers; whatever else they append is ignored. Always redirects to the dashboard: to \`return_to\` with the session cookie and \`next_step\` (\`dashboard\`; \`mfa\`: the session is partial until POST /v1/auth/mfa/challenge; \`linked\`), else to \`/sign-in\` (with mode \`link\` to \`return_to\`) with \`error\`:

- \`idp_denied\`: the person said no at the provider
- \`idp_email_unverified\`: the provider does not vouch for the e-mail address; nothing was made
- \`link_required\`: there is a user with this address who has not verified it; verify it, sign in, and link the provider
- \`fraud_blocked\`: fraud screening refused
- \`account_closed\`: the user has no account that is open
- \`identity_in_use\`: with mode \`link\`: another user signs in with this identity
- \`idp_failed\`: everything else: the state is unknown, used, older than ten minutes or another browser's, or the provider failed; try again

A verified address that nobody has here opens an account: with the trial credit, without a password and without a verification mail.`;

/** The query parameters of a provider's answer that are read. Others are ignored. */
export const CALLBACK_QUERY = [
  { name: 'state', description: 'The state that was sent to the provider.', example: 'q83vEjRWeJq83vEjRWeJqw' },
  { name: 'code', description: 'Authorization code.', example: 'SplxlOBeZQQYbYS6WxSbIA' },
  { name: 'iss', description: 'Issuer, if the provider sends it.', example: 'https://accounts.example.com' },
  { name: 'error', description: 'Error code, in place of `code`.', example: 'access_denied' },
];
