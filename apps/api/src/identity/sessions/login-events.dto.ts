import { lists, type views } from '@trunkline/identity';
import { unixSeconds } from '@trunkline/kernel';
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
  is_new_device?: boolean;

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
  ip_country: string | null;

  @Text({
    description: 'User agent of the client.',
    example: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    nullable: true,
    max: 512,
  })
  user_agent: string | null;

  @Flag({
    description: 'Whether the device was new, except on the first sign-in. A new browser version is not a new device.',
  })
  is_new_device: boolean;

  @Flag({ description: 'Whether the country was new, if earlier countries are known.' })
  is_new_location: boolean;

  @OneOf({
    description: 'Result of fraud screening; null if there was none, as for a password or code within a session.',
    nullable: true,
    values: lists.FRAUD_DECISIONS,
    name: 'FraudDecision',
  })
  fraud_decision: string | null;

  @UnixTime({ description: 'Time of the attempt.' })
  ts: number;
}

export function filterOf(query: ListLoginEventsQuery): views.LoginEventFilter {
  return {
    outcomes: query.outcome ?? null,
    methods: query.method ?? null,
    isNewDevice: query.is_new_device ?? null,
    from: query.from ?? null,
    to: query.to ?? null,
  };
}

export function toLoginEventDto(event: views.LoginEventView): LoginEventDto {
  return {
    id: event.id,
    outcome: event.outcome,
    method: event.method,
    ip: event.ip,
    ip_country: event.ipCountry,
    user_agent: event.userAgent,
    is_new_device: event.isNewDevice,
    is_new_location: event.isNewLocation,
    fraud_decision: event.fraudDecision,
    ts: unixSeconds(event.at),
  };
}
