import { Integer, OneOf, Secret, Text } from '../http';

const SCOPE = 'numbers:read routing:write';
const URI = 'https://app.example.com/callback';
const URI_MAX = 2000;

export const AUTHORIZATION_QUERY = [
  { name: 'response_type', description: 'Always `code`.', required: true, example: 'code' },
  {
    name: 'client_id',
    description: 'Client ID of the application.',
    required: true,
    example: 'svc_oauth_Wb1LxkTQ2mVx',
  },
  {
    name: 'redirect_uri',
    description: 'One of the registered redirect URIs, character for character. The port of a loopback URI may differ.',
    required: true,
    example: URI,
  },
  { name: 'scope', description: 'Requested scopes, separated by spaces.', required: true, example: SCOPE },
  {
    name: 'state',
    description: 'Returned unchanged; protects the client against forged responses.',
    example: 'af0ifjsldkj',
  },
  {
    name: 'code_challenge',
    description: 'BASE64URL(SHA256(code_verifier)). Required for every client.',
    required: true,
    example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  },
  { name: 'code_challenge_method', description: 'Always `S256`.', required: true, example: 'S256' },
] as const;

abstract class ClientFields {
  @Text({ description: 'Client ID, unless sent with HTTP Basic.', example: 'svc_oauth_Wb1LxkTQ2mVx', optional: true })
  client_id?: string;

  @Secret({ description: 'Client secret, unless sent with HTTP Basic.', example: 'svc_oauths_…', optional: true })
  client_secret?: string;
}

export class TokenRequestDto extends ClientFields {
  @OneOf({
    description: 'Grant type: exchange a code or a refresh token.',
    values: ['authorization_code', 'refresh_token'],
  })
  grant_type: string;

  @Secret({ description: 'With `authorization_code`: the code.', example: 'kZr0Z1…', optional: true })
  code?: string;

  @Text({
    description: 'With `authorization_code`: the redirect URI of the authorization request.',
    example: URI,
    optional: true,
    max: URI_MAX,
  })
  redirect_uri?: string;

  @Secret({ description: 'With `authorization_code`: the PKCE verifier.', example: 'dBjftJeZ4CVP…', optional: true })
  code_verifier?: string;

  @Secret({ description: 'With `refresh_token`: the refresh token.', example: 'svc_oauthr_…', optional: true })
  refresh_token?: string;

  @Text({ description: 'With `refresh_token`: fewer scopes for the access token.', example: SCOPE, optional: true })
  scope?: string;
}

export class OAuthTokensDto {
  @Secret({
    description: 'Access token (JWT) for `Authorization: Bearer`.',
    example: 'eyJhbGciOiJFUzI1NiIs…',
    max: 4096,
  })
  access_token: string;

  @Secret({
    description: 'Refresh token. Each refresh returns a new one and invalidates the previous one.',
    example: 'svc_oauthr_…',
  })
  refresh_token: string;

  @Text({ description: 'Always `Bearer`.', example: 'Bearer' })
  token_type: string;

  @Integer({ description: 'Lifetime of the access token in seconds.', example: 3600 })
  expires_in: number;

  @Text({ description: 'Scopes of the access token, separated by spaces.', example: SCOPE })
  scope: string;
}

export class RevokeRequestDto extends ClientFields {
  @Secret({ description: 'The refresh token.', example: 'svc_oauthr_…' })
  token: string;
}
