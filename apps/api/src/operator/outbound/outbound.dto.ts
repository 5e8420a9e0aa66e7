import { ALERT_ACTIONS, type OutboundPolicy } from '@trunkline/voice-routing';
import { Countries, Nested, OneOf, Text, UnixTime } from '../../http';

const COUNTRIES_MAX = 300;
const TIME = { pattern: /^(?:[01]\d|2[0-3]):[0-5]\d$/, hint: 'a time such as 22:00', max: 5 };

export class NightDto {
  @Text({ ...TIME, description: 'When the night begins, in the time zone of the account.', example: '22:00' })
  from: string;

  @Text({ ...TIME, description: 'When it ends, exclusive. Before `from`: on the next day.', example: '06:00' })
  to: string;
}

export class OutboundPolicyDto {
  @Countries({
    description: 'Countries that every account may call, unless it has a list of its own.',
    example: ['DE', 'US'],
    max: COUNTRIES_MAX,
  })
  defaultCountries: OutboundPolicy['defaultCountries'];

  @Countries({
    description:
      'Countries that only a verified account may open. Null: all that are not in `default_countries`. A country in ' +
      'neither list can be opened by every account.',
    example: null,
    nullable: true,
    max: COUNTRIES_MAX,
  })
  highRiskCountries: OutboundPolicy['highRiskCountries'];

  @Nested(() => NightDto, { description: 'Hours in which calls to a new country are suspicious.' })
  night: OutboundPolicy['night'];

  @OneOf({
    description:
      'What a fraud alert does: `alert` notifies; `block` also rejects the outbound calls of the account until an operator ' +
      'acknowledges the alert.',
    values: ALERT_ACTIONS,
    name: 'AlertAction',
  })
  onAlert: OutboundPolicy['onAlert'];
}

const DESCRIPTION_MAX = 200;

export class NewRevenueShareRangeDto {
  @Text({
    description: 'First digits of the numbers, without `+`.',
    example: '882',
    pattern: /^[1-9]\d{0,14}$/,
    hint: '1 to 15 digits',
    max: 15,
  })
  prefix: string;

  @Text({ description: 'What the range is.', example: 'International networks', max: DESCRIPTION_MAX })
  description: string;
}

export class RevenueShareRangeDto extends NewRevenueShareRangeDto {
  @UnixTime({ description: 'Time when the range was added.' })
  createdAt: Date;
}

export class RevenueShareRangesDto {
  @Nested(() => RevenueShareRangeDto, { description: 'The ranges, by prefix.', many: true, max: 100_000 })
  items: readonly RevenueShareRangeDto[];
}
