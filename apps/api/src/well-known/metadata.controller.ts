import { Controller, Get } from '@nestjs/common';
import { OAUTH_SCOPES } from '@trunkline/kernel';
import { Settings } from '@trunkline/platform';
import { Endpoint, Flag, Tag, Text, Texts } from '../http';

const CACHE_SECONDS = 3600;
const CLIENT_AUTHENTICATION = ['client_secret_basic', 'client_secret_post'];

/** Authorization server metadata (RFC 8414, section 2). */
export class AuthorizationServerMetadataDto {
  @Text({ description: 'Issuer identifier.', example: 'https://api.example.com' })
  issuer: string;

  @Text({ description: 'Authorization endpoint.', example: 'https://api.example.com/oauth2/authorize' })
  authorization_endpoint: string;

  @Text({ description: 'Token endpoint.', example: 'https://api.example.com/oauth2/token' })
  token_endpoint: string;

  @Text({ description: 'Revocation endpoint.', example: 'https://api.example.com/oauth2/revoke' })
  revocation_endpoint: string;

  @Text({ description: 'Keys that verify access tokens.', example: 'https://api.example.com/.well-known/jwks.json' })
  jwks_uri: string;

  @Texts({ description: 'Supported response types.', example: ['code'] })
  response_types_supported: string[];

  @Texts({ description: 'Supported response modes.', example: ['query'] })
  response_modes_supported: string[];

  @Texts({ description: 'Supported grant types.', example: ['authorization_code', 'refresh_token'] })
  grant_types_supported: string[];

  @Texts({ description: 'Scopes that can be granted.', example: ['numbers:read'] })
  scopes_supported: string[];

  @Texts({ description: 'Supported PKCE methods. PKCE is required.', example: ['S256'] })
  code_challenge_methods_supported: string[];

  @Texts({ description: 'Client authentication at the token endpoint.', example: CLIENT_AUTHENTICATION })
  token_endpoint_auth_methods_supported: string[];

  @Texts({ description: 'Client authentication at the revocation endpoint.', example: CLIENT_AUTHENTICATION })
  revocation_endpoint_auth_methods_supported: string[];

  @Flag({ description: 'Authorization responses contain `iss` (RFC 9207).' })
  authorization_response_iss_parameter_supported: boolean;
}

@Tag('OAuth')
@Controller('.well-known')
export class MetadataController {
  constructor(private readonly settings: Settings) {}

  @Get('oauth-authorization-server')
  @Endpoint({
    id: 'oauth.metadata.get',
    summary: 'Read the authorization server metadata',
    description:
      'Returns the endpoints and features of the OAuth 2.0 authorization server (RFC 8414) without envelope.',
    access: 'public',
    answer: AuthorizationServerMetadataDto,
    plain: true,
    cacheSeconds: CACHE_SECONDS,
  })
  metadata(): AuthorizationServerMetadataDto {
    const { ROOT_URL } = this.settings;
    return {
      issuer: ROOT_URL,
      authorization_endpoint: `${ROOT_URL}/oauth2/authorize`,
      token_endpoint: `${ROOT_URL}/oauth2/token`,
      revocation_endpoint: `${ROOT_URL}/oauth2/revoke`,
      jwks_uri: `${ROOT_URL}/.well-known/jwks.json`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      scopes_supported: [...OAUTH_SCOPES],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
      revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
      authorization_response_iss_parameter_supported: true,
    };
  }
}
