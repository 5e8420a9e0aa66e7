import { OAUTH_SCOPES } from '@trunkline/kernel';
import { Flag, Id, ListOf, Nested, Text, UnixTime } from '../../http';

const URL_MAX = 2000;

export class ConnectedAppDto {
  @Text({ description: 'Client ID of the application.', example: 'svc_oauth_Wb1LxkTQ2mVx1cN0pJb9h3o6' })
  clientId: string;

  @Text({ description: 'Name of the application.', example: 'Acme Dialer' })
  name: string;

  @Text({
    description: 'Address of the logo, as its developer states it.',
    example: 'https://acme.example/logo.png',
    nullable: true,
    max: URL_MAX,
  })
  logoUrl: string | null;
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
  scopes: readonly string[];

  @Id({ description: 'The account that the application can reach.', prefix: 'acc' })
  accountId: string;

  @UnixTime({ description: 'Time of consent.' })
  createdAt: Date;

  @UnixTime({ description: 'Time of the last use, with a resolution of one minute.', example: null, nullable: true })
  lastUsedAt: Date | null;
}

export class RevokedGrantDto {
  @Id({ description: 'Grant ID.', prefix: 'ogr' })
  id: string;

  @Flag({ description: 'Always true.' })
  revoked: boolean;
}
