import { OAUTH_SCOPES, ROLES } from '@trunkline/kernel';
import { Id, ListOf, Nested, OneOf, Text, UnixTime } from '../http';

const URL_MAX = 2000;
const DECISIONS = ['approve', 'deny'] as const;
const SCOPE_EXAMPLE = ['numbers:read', 'routing:write'];

export class ConsentAppDto {
  @Text({ description: 'Client ID of the application.', example: 'svc_oauth_Wb1LxkTQ2mVx' })
  clientId: string;

  @Text({ description: 'Name of the application.', example: 'Acme Dialer' })
  name: string;

  @Text({ description: 'Description by its developer.', example: 'Click to call.', nullable: true, max: 500 })
  description: string | null;

  @Text({ description: 'Home page.', example: 'https://acme.example', nullable: true, max: URL_MAX })
  homepageUrl: string | null;

  @Text({
    description: 'Address of the logo, as its developer states it.',
    example: 'https://acme.example/logo.png',
    nullable: true,
    max: URL_MAX,
  })
  logoUrl: string | null;
}

export class ConsentAccountDto {
  @Id({ description: 'Account ID.', prefix: 'acc' })
  accountId: string;

  @Text({ description: 'Name of the account.', example: 'Acme' })
  name: string;

  @OneOf({ description: 'Your role in the account.', values: ROLES, name: 'Role' })
  role: string;

  @ListOf({
    description:
      'The requested scopes that your role covers. Where it covers only the `:read` scope that a requested `:write` includes, that one.',
    example: SCOPE_EXAMPLE,
    values: OAUTH_SCOPES,
    name: 'OAuthScope',
  })
  grantableScopes: readonly string[];
}

export class ConsentDto {
  @Nested(() => ConsentAppDto, { description: 'The application that requests access.' })
  app: ConsentAppDto;

  @ListOf({
    description: 'Requested scopes.',
    example: SCOPE_EXAMPLE,
    values: OAUTH_SCOPES,
    name: 'OAuthScope',
    jsonName: 'requested_scopes',
  })
  scopes: readonly string[];

  @Text({
    description: 'Where the browser returns to.',
    example: 'https://app.example.com/callback',
    max: URL_MAX,
  })
  redirectUri: string;

  @Nested(() => ConsentAccountDto, { description: 'Your active accounts.', many: true })
  accounts: readonly ConsentAccountDto[];

  @UnixTime({ description: 'When the request expires.' })
  expiresAt: Date;
}

export class DecideConsentBody {
  @OneOf({ description: 'The decision.', values: DECISIONS })
  decision: (typeof DECISIONS)[number];

  @ListOf({
    description:
      'Scopes to grant: a subset of the requested ones, in which `:read` may stand for a `:write` of the same resource. All `grantable_scopes` if omitted.',
    example: SCOPE_EXAMPLE,
    values: OAUTH_SCOPES,
    name: 'OAuthScope',
    optional: true,
    min: 1,
    max: 100,
  })
  scopes?: string[];

  @Id({ description: 'Account to connect. The account of the session if omitted.', prefix: 'acc', optional: true })
  accountId?: string;
}

export class DecidedConsentDto {
  @Text({
    description: 'Where to navigate the browser.',
    example: 'https://api.example.com/oauth2/authorize/V1StGXR8_Z5jdHi6B-myT',
    max: URL_MAX,
  })
  redirectTo: string;
}
