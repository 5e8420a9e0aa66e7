import {
  FRAUD_DECISIONS,
  LOGIN_METHODS,
  LOGIN_OUTCOMES,
  type LoginEventFilter,
  type LoginEventView,
  type LoginMethod,
  type LoginOutcome,
} from '@trunkline/identity';
import { fromUnixSeconds, unixSeconds } from '@trunkline/kernel';
import { Country, Flag, Id, LongPageQuery, OneOf, QueryFlag, QueryList, QueryTime, Text, UnixTime } from '../../http';

export class ListLoginEventsQuery extends LongPageQuery {
  @QueryList({ description: 'Only these outcomes.', example: 'success,suspicious', values: LOGIN_OUTCOMES })
  outcome?: LoginOutcome[];

  @QueryList({ description: 'Only these methods.', example: 'password', values: LOGIN_METHODS })
  method?: LoginMethod[];

  @QueryFlag({ description: 'Only attempts with a device that was new, or with one that was not.', example: true })
  is_new_device?: boolean;

  @QueryTime({ description: 'At or after this time.' })
  from?: number;

  @QueryTime({ description: 'Before this time.' })
  to?: number;
}

export class LoginEventDto {
  @Id({ description: 'The attempt.', prefix: 'lev' })
  id: string;

  @OneOf({
    description:
      'What became of it. `suspicious` is a success as well: from a device and a country that were both new, within 24 hours of a success from another country.',
    example: 'success',
    values: LOGIN_OUTCOMES,
    name: 'LoginOutcome',
  })
  outcome: string;

  @OneOf({
    description: 'By what means. Following a link that verifies an address is `magic_link` too.',
    example: 'password',
    values: LOGIN_METHODS,
    name: 'LoginMethod',
  })
  method: string;

  @Text({ description: 'Where it came from.', example: '81.2.69.142', nullable: true })
  ip: string | null;

  @Country({ description: 'The country that the address lies in, if it is known.', example: 'GB', nullable: true })
  ip_country: string | null;

  @Text({
    description: 'What the browser called itself.',
    example: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    nullable: true,
    max: 512,
  })
  user_agent: string | null;

  @Flag({
    description:
      'You had signed in before, but never with this device. Another version of a browser is no other device.',
    example: false,
  })
  is_new_device: boolean;

  @Flag({
    description: 'You had signed in from countries that are known, but never from this one.',
    example: false,
  })
  is_new_location: boolean;

  @OneOf({
    description:
      'What fraud screening said; null where it was not asked, as for a password or a code given within a session.',
    example: 'allow',
    nullable: true,
    values: FRAUD_DECISIONS,
    name: 'FraudDecision',
  })
  fraud_decision: string | null;

  @UnixTime({ description: 'When.' })
  ts: number;
}

export function filterOf(query: ListLoginEventsQuery): LoginEventFilter {
  return {
    outcomes: query.outcome ?? null,
    methods: query.method ?? null,
    isNewDevice: query.is_new_device ?? null,
    from: timeOf(query.from),
    to: timeOf(query.to),
  };
}

function timeOf(unix: number | undefined): Date | null {
  return unix === undefined ? null : fromUnixSeconds(unix);
}

export function toLoginEventDto(event: LoginEventView): LoginEventDto {
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
