import {
  PORT_MESSAGE_MAX,
  PORT_REASON_CODES,
  PORT_REFERENCE_MAX,
  PORT_STATUSES,
  type PortStatus,
  type SortOrder,
} from '@trunkline/kernel';
import {
  lists,
  type NewPort,
  PORT_DEFAULTS,
  PORT_DOCUMENTS_MAX,
  type PortRequestChange,
  type PortView,
} from '@trunkline/numbering';
import {
  Cents,
  E164,
  Email,
  Flag,
  given,
  Id,
  Nested,
  OneOf,
  PageQuery,
  PartialType,
  PhoneNumbers,
  QueryE164,
  QueryList,
  QueryOrder,
  SchemaOf,
  Text,
  UnixTime,
  WithDefaults,
} from '../../http';
import { SoldCountry } from '../lifecycle/number-fields';

const NAME_MAX = 100;
const ACCOUNT_NUMBER_MAX = 64;
const PIN_MAX = 32;
const NUMBERS_MAX = 1000;
const REASON_CODES = [...PORT_REASON_CODES, ...lists.PORT_FAILURE_CODES];

/** What a customer sets of a port and reads again. */
class PortFields {
  @Text({
    description: 'Carrier that the numbers are ported from. Required to submit.',
    example: 'Example Telecom',
    max: NAME_MAX,
    nullable: true,
  })
  losingCarrier: string | null;

  @Text({
    description: 'Number of the account at the losing carrier, as on its invoices. Required to submit.',
    example: 'A-4711',
    max: ACCOUNT_NUMBER_MAX,
    nullable: true,
  })
  accountNumber: string | null;

  @Text({
    description: 'Person who may order the port at the losing carrier. Required to submit.',
    example: 'Ada Lovelace',
    max: NAME_MAX,
    nullable: true,
  })
  authorizedPerson: string | null;

  @Email({
    description: 'Email address of that person. Required to submit.',
    example: 'ada@example.com',
    nullable: true,
  })
  authorizedEmail: string | null;

  @Id({ description: 'End user whose numbers they are.', prefix: 'eu', nullable: true })
  endUserId: string | null;

  @E164({
    description: 'Main number of the account at the losing carrier.',
    example: '+493012345678',
    nullable: true,
  })
  billingPhoneE164: string | null;

  @UnixTime({
    description: 'When the numbers should move. The losing carrier confirms this date or another one: `foc_at`.',
    nullable: true,
  })
  requestedFocAt: Date | null;

  @Flag({ description: 'Whether numbers are ported if others of the request are rejected.' })
  partial: boolean;

  @Id({
    description: 'Active trunk that the ported numbers route to. Excludes `routing_profile_id`.',
    prefix: 'trk',
    nullable: true,
  })
  trunkId: string | null;

  @Id({ description: 'Active routing profile that the ported numbers route to.', prefix: 'rp', nullable: true })
  routingProfileId: string | null;

  @Text({ description: 'Your own reference.', example: 'PO 4711', max: PORT_REFERENCE_MAX, nullable: true })
  customerReference: string | null;
}

class PortSettingsFields extends PortFields {
  @Text({
    description: 'PIN of the account at the losing carrier. Never shown, and deleted when the port has ended.',
    example: '4711',
    max: PIN_MAX,
    nullable: true,
  })
  pin: string | null;
}

const E164S = { example: ['+493012345678'], min: 1, max: NUMBERS_MAX };

export class CreatePortBody extends WithDefaults(PortSettingsFields, PORT_DEFAULTS) {
  @PhoneNumbers({ ...E164S, description: 'The numbers: 1 to 1,000 of one country.' })
  e164s: string[];
}

/** Setting a trunk or a routing profile clears the other. */
export class ChangePortBody extends PartialType(PortSettingsFields) {
  @PhoneNumbers({ ...E164S, description: 'Replaces the numbers of a draft.', optional: true })
  e164s?: string[];
}

export class AddPortDocumentBody {
  @Id({ description: 'Compliance document of the account.', prefix: 'doc' })
  documentId: string;

  @OneOf({
    description:
      '`loa`: the signed letter of authorization. `invoice`: a recent invoice of the losing carrier. `identity`: a proof of identity.',
    values: lists.PORT_PURPOSES,
    name: 'PortDocumentPurpose',
  })
  purpose: (typeof lists.PORT_PURPOSES)[number];
}

@SchemaOf({ name: 'PortDocument' })
export class PortDocumentDto extends AddPortDocumentBody {}

export class PortNumberDto {
  @E164({ description: 'The number.', example: '+493012345678' })
  e164: string;

  @OneOf({
    description:
      '`pending`: not ported yet. `activating`: ported, and about to appear in the account. `ported`: in the account. ' +
      '`failed`: ported, but it could not be assigned; we look into it. `rejected`: stays at the losing carrier. ' +
      '`cancelled`: the port was cancelled.',
    values: lists.PORT_NUMBER_STATUSES,
    name: 'PortNumberStatus',
  })
  status: string;

  @OneOf({
    description: 'Why the number was rejected or failed.',
    values: REASON_CODES,
    name: 'PortNumberReasonCode',
    nullable: true,
  })
  reasonCode: string | null;

  @Id({ description: 'The number in the account, once it is ported.', prefix: 'num', nullable: true })
  numberId: string | null;
}

export abstract class PortResponseFields extends PortFields {
  @Id({ description: 'ID of the porting request.', prefix: 'port' })
  id: string;

  @OneOf({
    description:
      '`draft`: not submitted. `submitted`: waits for us. `in_process`: waits for the losing carrier. `exception`: waits for ' +
      'you: correct what `exception_code` names, and submit again. `foc_confirmed`: the numbers move at `foc_at`. `ported`, ' +
      '`rejected`, `cancelled`: ended.',
    values: PORT_STATUSES,
    name: 'PortStatus',
  })
  status: string;

  @SoldCountry({ description: 'Country of the numbers.' })
  country: string;

  @Flag({ description: 'Whether a PIN is stored.' })
  pinSet: boolean;

  @Nested(() => PortNumberDto, {
    description: 'The numbers, in the order of the request.',
    many: true,
    max: NUMBERS_MAX,
  })
  numbers: readonly PortNumberDto[];

  @Nested(() => PortDocumentDto, { description: 'The documents.', many: true, max: PORT_DOCUMENTS_MAX })
  documents: readonly PortDocumentDto[];

  @OneOf({
    description: 'What is wrong, or why the port was rejected.',
    values: PORT_REASON_CODES,
    name: 'PortReasonCode',
    nullable: true,
  })
  exceptionCode: string | null;

  @Text({
    description: 'The same in words.',
    example: null,
    max: PORT_MESSAGE_MAX,
    lines: true,
    nullable: true,
  })
  exceptionMessage: string | null;

  @UnixTime({ description: 'When the numbers move, as the losing carrier has confirmed.', nullable: true })
  focAt: Date | null;

  @Cents({
    description:
      'Fee of all numbers, which is held from the submission on; null for a draft. Only ported numbers are charged.',
    example: 500,
    nullable: true,
  })
  feeCents: number | null;

  @UnixTime({ description: 'Creation time.' })
  createdAt: Date;

  @UnixTime({ description: 'When the request last changed.' })
  updatedAt: Date;

  @UnixTime({ description: 'When it was last submitted.', nullable: true })
  submittedAt: Date | null;

  @UnixTime({ description: 'When it was ported, rejected or cancelled.', nullable: true })
  completedAt: Date | null;
}

@SchemaOf({ name: 'PortRequest' })
export class PortRequestDto extends PortResponseFields {}

export class ListPortsQuery extends PageQuery {
  @QueryList({
    description: 'Only these statuses.',
    example: 'exception',
    values: PORT_STATUSES,
    name: 'PortStatus',
  })
  status?: PortStatus[];

  @QueryE164({ description: 'Only ports of this number.', example: '+493012345678' })
  e164?: string;

  @QueryOrder()
  order?: SortOrder;
}

export function newPortOf(body: CreatePortBody): NewPort {
  return { ...PORT_DEFAULTS, ...given(body), e164s: body.e164s };
}

export function portChangeOf(body: ChangePortBody): PortRequestChange {
  return given(body);
}

export function toPortRequestDto(port: PortView): PortRequestDto {
  return portMembersOf(port);
}

/** Returns what customers and operators are shown of a port: everything but the PIN and the account. */
export function portMembersOf<T extends PortView>({ details, accountId: _, ...port }: T) {
  const { pin, ...shown } = details;
  return { ...port, ...shown, pinSet: pin !== null };
}
