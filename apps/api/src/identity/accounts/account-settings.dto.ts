import { lists } from '@trunkline/identity';
import { Cents, Countries, Country, Email, Integer, Nested, OneOf, PartialType, Text } from '../../http';

const REDACTION = {
  description:
    'How call records redact the caller, the callee and the number that a call was forwarded to: not at all, in part or in ' +
    'full.',
  example: 'none',
  values: lists.CDR_REDACTIONS,
  name: 'CdrRedaction',
};
const LOW_BALANCE = {
  description: 'Sends an alert when the balance falls below this number of cents. Null disables the alert.',
  example: 1000,
  nullable: true,
};
const TIME_ZONE = { description: 'IANA time zone.', example: 'Europe/London', max: 64 };

const COUNTRIES_MAX = 300;
const MICROCENTS_MAX = 100_000_000_000;
const CAP_MAX_CENTS = 100_000_000;
const CALLS_PER_SECOND_MAX = 1_000;

/** What the account allows of its outbound calls. */
export class OutboundSettingsDto {
  @Countries({
    description:
      'Countries that may be called. Null: the country of the account, those it has numbers in, and the default list of the ' +
      'operator. Some countries can only be added by a verified account: see `GET /accounts/me/outbound`.',
    example: ['DE', 'FR'],
    nullable: true,
    max: COUNTRIES_MAX,
  })
  allowedCountries: readonly string[] | null;

  @Integer({
    description:
      'Calls with a higher price per minute, in micro-cents (100,000,000 to the dollar), are rejected. Null: no limit.',
    example: 50_000_000,
    nullable: true,
    min: 0,
    max: MICROCENTS_MAX,
  })
  maxRatePerMinuteMicrocents: number | null;

  @Cents({
    description:
      'The most that outbound calls may cost per UTC day, including holds for calls in progress. The lower of it and the ' +
      'cap of the tier applies. Null: only that of the tier.',
    example: 5_000,
    nullable: true,
    min: 0,
    max: CAP_MAX_CENTS,
  })
  dailyCapCents: number | null;

  @Integer({
    description:
      'Outbound calls that may start per second, at most the limit of the tier, which null stands for: 1 before the first ' +
      'top-up, then 5; 20 for verified accounts; 100 for wholesale.',
    example: 2,
    nullable: true,
    min: 1,
    max: CALLS_PER_SECOND_MAX,
  })
  callsPerSecond: number | null;
}

export class OutboundSettingsUpdateBody extends PartialType(OutboundSettingsDto) {}

export class AccountSettingsDto {
  @OneOf(REDACTION)
  cdrRedaction: string;

  @Cents(LOW_BALANCE)
  lowBalanceAlertCents: number | null;

  @Text(TIME_ZONE)
  timezone: string;

  @Nested(() => OutboundSettingsDto, { description: 'What the account allows of its outbound calls.' })
  outbound: OutboundSettingsDto;
}

export class AccountSettingsUpdateBody {
  @OneOf({ ...REDACTION, optional: true })
  cdrRedaction?: lists.CdrRedaction;

  @Cents({ ...LOW_BALANCE, optional: true, min: 0 })
  lowBalanceAlertCents?: number | null;

  @Text({ ...TIME_ZONE, optional: true })
  timezone?: string;

  @Nested(() => OutboundSettingsUpdateBody, {
    description: 'Rules for outbound calls to update. Needs a session with `billing:write`.',
    optional: true,
  })
  outbound?: OutboundSettingsUpdateBody;
}

const NAME_MAX = 200;
const PLACE_MAX = 100;
const POSTAL_CODE_MAX = 20;
const TAX_ID_MAX = 40;

/** What invoices and receipts say of the buyer. */
export class BillingDetailsDto {
  @Text({
    description: 'Legal name on invoices. Null prints the name of the account.',
    example: 'Łódzkie Centrum Sp. z o.o.',
    nullable: true,
    max: NAME_MAX,
  })
  legalName: string | null;

  @Text({ description: 'Street and number.', example: 'ul. Piotrkowska 104', nullable: true, max: NAME_MAX })
  addressLine1: string | null;

  @Text({ description: 'Second line of the address.', example: null, nullable: true, max: NAME_MAX })
  addressLine2: string | null;

  @Text({ description: 'City.', example: 'Łódź', nullable: true, max: PLACE_MAX })
  city: string | null;

  @Text({ description: 'Postal code.', example: '90-926', nullable: true, max: POSTAL_CODE_MAX })
  postalCode: string | null;

  @Text({ description: 'State, province or region.', example: null, nullable: true, max: PLACE_MAX })
  region: string | null;

  @Country({ description: 'Country. Null prints the country of the account.', example: 'PL', nullable: true })
  country: string | null;

  @Text({
    description: 'VAT number or other tax ID, as it is printed.',
    example: 'PL7250000000',
    nullable: true,
    max: TAX_ID_MAX,
  })
  taxId: string | null;

  @Text({
    description: 'Your reference, such as the number of a purchase order, which invoices repeat.',
    example: 'PO-2026-118',
    nullable: true,
    max: PLACE_MAX,
  })
  purchaseOrder: string | null;

  @Email({
    description: 'Address to which invoices are mailed. Null mails them to the owners and billing members.',
    example: 'invoices@example.com',
    nullable: true,
  })
  invoiceEmail: string | null;
}

export class BillingDetailsUpdateBody extends PartialType(BillingDetailsDto) {}

export class ChangeAccountBody {
  @Text({
    description: 'Name of the company or person.',
    example: 'Analytical Engines Ltd',
    optional: true,
    min: 2,
    max: 100,
  })
  name?: string;

  @Country({
    description: 'Country of the customer. Cannot change after the first number order.',
    example: 'GB',
    optional: true,
  })
  country?: string;

  @Nested(() => AccountSettingsUpdateBody, { description: 'Settings to update.', optional: true })
  settings?: AccountSettingsUpdateBody;

  @Nested(() => BillingDetailsUpdateBody, {
    description:
      'Billing details to update; null clears them all. Needs a session with `billing:write`. Issued invoices keep what they say.',
    optional: true,
    nullable: true,
  })
  billingDetails?: BillingDetailsUpdateBody | null;
}
