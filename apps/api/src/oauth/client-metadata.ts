import type { views } from '@trunkline/identity';

/**
 * The metadata of an application in the terms of RFC 7591. `native` is the type whose redirect URIs may have a custom
 * scheme, and any port on the loopback interface (RFC 8252, section 7.3). `client_secret` is a hash.
 */
export function toClientMetadata(client: views.OAuthClient): Record<string, unknown> {
  return {
    client_id: client.clientId,
    client_secret: client.secretHash.toString('hex'),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // Clients may also authenticate with HTTP Basic.
    token_endpoint_auth_method: 'client_secret_post',
    max_scopes: client.maxScopes.join(' '),
  };
}
