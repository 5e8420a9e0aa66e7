/** Description of the callback, for developers of the dashboard page that browsers are redirected to. */
export const CALLBACK_DESCRIPTION = `Providers redirect browsers to this URL; unknown parameters are ignored. Always redirects to the dashboard. On success: to \`return_to\` with the session cookie and \`next_step\` (\`dashboard\`; \`mfa\`: the session is partial until POST /v1/auth/mfa/challenge; \`linked\`). On failure: to \`/sign-in\` (mode \`link\`: to \`return_to\`) with \`error\`:

- \`idp_denied\`: the user denied access at the provider
- \`idp_email_unverified\`: the provider has not verified the email address; no account was created
- \`link_required\`: a user exists with this email address but has not verified it; verify it, sign in and link the provider
- \`fraud_blocked\`: rejected by fraud screening
- \`account_closed\`: the user has no open account
- \`identity_in_use\`: mode \`link\`: the identity is linked to another user
- \`idp_failed\`: any other failure: \`state\` is unknown, used, older than ten minutes or from another browser, or the provider failed; try again

An unknown verified email address creates an account with the trial credit, without a password or verification email.`;

/** Query parameters that the callback reads. Others are ignored. */
export const CALLBACK_QUERY = [
  { name: 'state', description: 'The state that was sent to the provider.', example: 'q83vEjRWeJq83vEjRWeJqw' },
  { name: 'code', description: 'Authorization code.', example: 'SplxlOBeZQQYbYS6WxSbIA' },
  { name: 'iss', description: 'Issuer, if the provider sends it.', example: 'https://accounts.example.com' },
  { name: 'error', description: 'Error code, in place of `code`.', example: 'access_denied' },
];
