import type { views } from '@trunkline/identity';
import { OAUTH_SCOPES, unixSeconds, unixSecondsOrNull } from '@trunkline/kernel';
import { Flag, Id, ListOf, Nested, Text, UnixTime } from '../../http';

const URL_MAX = 2000;

export class ConnectedAppDto {
  @Text({ description: 'Client ID of the application.', example: 'svc_oauth_Wb1LxkTQ2mVx1cN0pJb9h3o6' })
  client_id: string;

  @Text({ description: 'Name of the application.', example: 'Acme Dialer' })
  name: string;

  @Text({
    description: 'Address of the logo, as its developer states it.',
    example: 'https://acme.example/logo.png',
    nullable: true,
    max: URL_MAX,
  })
  logo_url: string | null;
}

export class OAuthGrantDto {
  @Id({ description: 'Grant ID.', prefix: 'ogr' })
  id: string;

  @Nested(() => ConnectedAppDto, { description: 'The application.' })
  app: ConnectedAppDto;

  @ListOf({
    description: 'Granted scopes.',
    example: ['numbers:read', 'routing:write'],
    values: OAUTH_SCOPES,
    name: 'OAuthScope',
  })
  scopes: string[];

  @Id({ description: 'The account that the application can reach.', prefix: 'acc' })
  account_id: string;

  @UnixTime({ description: 'Time of consent.' })
  created_at: number;

  @UnixTime({ description: 'Time of the last use, with a resolution of one minute.', example: null, nullable: true })
  last_used_at: number | null;
}

export class RevokedGrantDto {
  @Id({ description: 'Grant ID.', prefix: 'ogr' })
  id: string;

  @Flag({ description: 'Always true.' })
  revoked: boolean;
}

export function toOAuthGrantDto(view: views.OAuthGrantView): OAuthGrantDto {
  return {
    id: view.id,
    app: { client_id: view.clientId, name: view.appName, logo_url: view.appLogoUrl },
    scopes: [...view.scopes],
    account_id: view.accountId,
    created_at: unixSeconds(view.createdAt),
    last_used_at: unixSecondsOrNull(view.lastUsedAt),
  };
}
