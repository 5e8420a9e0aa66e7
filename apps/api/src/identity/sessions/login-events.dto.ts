import { lists, type views } from '@trunkline/identity';
import { Country, Flag, Id, LongPageQuery, OneOf, QueryFlag, QueryList, QueryTime, Text, UnixTime } from '../../http';

export class ListLoginEventsQuery extends LongPageQuery {
  @QueryList({
    description: 'Filters by outcome.',
    example: 'success,suspicious',
    values: lists.LOGIN_OUTCOMES,
    name: 'LoginOutcome',
  })
  outcome?: lists.LoginOutcome[];

  @QueryList({
    description: 'Filters by method.',
    example: 'password',
    values: lists.LOGIN_METHODS,
    name: 'LoginMethod',
  })
  method?: lists.LoginMethod[];

  @QueryFlag({ description: 'Filters by whether the device was new.' })
  isNewDevice?: boolean;

  @QueryTime({ description: 'Only events at or after this time.' })
  from?: Date;

  @QueryTime({ description: 'Only events before this time.' })
  to?: Date;
}

export class LoginEventDto {
  @Id({ description: 'Login event ID.', prefix: 'lev' })
  id: string;

  @OneOf({
    description:
      'Result of the attempt. `suspicious` is also a success: from a new device and a new country, within 24 hours of a success from another country.',
    values: lists.LOGIN_OUTCOMES,
    name: 'LoginOutcome',
  })
  outcome: string;

  @OneOf({
    description: 'Sign-in method. An email verification link counts as `magic_link`.',
    values: lists.LOGIN_METHODS,
    name: 'LoginMethod',
  })
  method: string;

  @Text({ description: 'IP address of the client.', example: '81.2.69.142', nullable: true })
  ip: string | null;

  @Country({ description: 'Country of the IP address, if known.', example: 'GB', nullable: true })
  ipCountry: string | null;

  @Text({
    description: 'User agent of the client.',
    example: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    nullable: true,
    max: 512,
  })
  userAgent: string | null;

  @Flag({
    description: 'Whether the device was new, except on the first sign-in. A new browser version is not a new device.',
  })
  isNewDevice: boolean;

  @Flag({ description: 'Whether the country was new, if earlier countries are known.' })
  isNewLocation: boolean;

  @OneOf({
    description: 'Result of fraud screening; null if there was none, as for a password or code within a session.',
    nullable: true,
    values: lists.FRAUD_DECISIONS,
    name: 'FraudDecision',
  })
  fraudDecision: string | null;

  @UnixTime({ description: 'Time of the attempt.', jsonName: 'ts' })
  at: Date;
}

export function filterOf(query: ListLoginEventsQuery): views.LoginEventFilter {
  return {
    outcomes: query.outcome ?? null,
    methods: query.method ?? null,
    isNewDevice: query.isNewDevice ?? null,
    from: query.from ?? null,
    to: query.to ?? null,
  };
}
