import {
  PORT_MESSAGE_MAX,
  PORT_REASON_CODES,
  PORT_STATUSES,
  type PortReasonCode,
  type PortStatus,
  type SortOrder,
} from '@trunkline/kernel';
import {
  lists,
  type OperatorPortView,
  type PortComment,
  type PortEvent,
  type PortTransition,
  STOCK_CENTS_MAX,
} from '@trunkline/numbering';
import {
  Cents,
  E164,
  Flag,
  Id,
  Integer,
  Nested,
  OneOf,
  PageQuery,
  PickType,
  QueryCountries,
  QueryE164,
  QueryFlag,
  QueryList,
  QueryOrder,
  SchemaOf,
  Text,
  UnixTime,
} from '../../http';
import { CapabilitiesField } from '../../numbering/lifecycle/number-fields';
import { PortResponseFields, portMembersOf } from '../../numbering/porting/port-requests.dto';
import type { PortCommentDto, PortEventDto } from '../../numbering/porting/port-timeline.dto';

const SUBMITTED: readonly PortStatus[] = PORT_STATUSES.filter((status) => status !== 'draft');
const DECISIONS_MAX = 1000;

@SchemaOf({ name: 'OperatedPort' })
export class OperatedPortDto extends PortResponseFields {
  @Id({ description: 'The account that ports the numbers in.', prefix: 'acc' })
  accountId: string;

  @Text({
    description: 'PIN of the account at the losing carrier; null without one, and when the port has ended.',
    example: '4711',
    nullable: true,
  })
  pin: string | null;

  @Flag({ description: 'Whether the numbers are ported at `foc_at` without an operator.' })
  autoActivate: boolean;

  @Id({
    description: 'The carrier that delivers the inbound calls of the numbers; null for any.',
    prefix: 'car',
    nullable: true,
  })
  carrierId: string | null;

  @Cents({
    description: 'Monthly price of each number; null for the price by the rules of number prices on a cost of 0.',
    example: 100,
    nullable: true,
  })
  monthlyPriceCents: number | null;

  @CapabilitiesField({ description: 'What the numbers can do once they are ported.' })
  capabilities: readonly string[];

  @Integer({ description: 'How many times the customer has submitted the request.', example: 1 })
  submissions: number;
}

/** Without what is personal, whose reads are audited. */
const QUEUED = [
  'id',
  'accountId',
  'status',
  'country',
  'losingCarrier',
  'endUserId',
  'requestedFocAt',
  'partial',
  'trunkId',
  'routingProfileId',
  'customerReference',
  'numbers',
  'documents',
  'exceptionCode',
  'exceptionMessage',
  'focAt',
  'autoActivate',
  'carrierId',
  'monthlyPriceCents',
  'capabilities',
  'feeCents',
  'submissions',
  'createdAt',
  'updatedAt',
  'submittedAt',
  'completedAt',
] as const;

@SchemaOf({ name: 'QueuedPort' })
export class QueuedPortDto extends PickType(OperatedPortDto, QUEUED) {}

export class TransitionPortBody {
  @OneOf({ description: 'The new status.', values: lists.OPERATOR_PORT_STATUSES, name: 'OperatorPortStatus' })
  status: PortTransition['status'];

  @UnixTime({
    description: 'When the numbers move, in the future. Required for `foc_confirmed`, ignored otherwise.',
    optional: true,
  })
  focAt?: Date;

  @Flag({
    description:
      'Whether the numbers are ported at `foc_at` without an operator. For `foc_confirmed`; ignored otherwise.',
    default: false,
    optional: true,
  })
  autoActivate?: boolean;

  @OneOf({
    description:
      'What the customer must correct, or why the port was rejected. `exception` and `rejected` need a code or a message.',
    values: PORT_REASON_CODES,
    name: 'PortReasonCode',
    optional: true,
  })
  exceptionCode?: PortReasonCode;

  @Text({
    description:
      'A message to the customer: the reason in words, or what else it should know. Not encrypted, so without personal data.',
    example: 'The invoice is older than 30 days.',
    max: PORT_MESSAGE_MAX,
    lines: true,
    optional: true,
  })
  message?: string;

  @Id({
    description: 'The carrier that delivers the inbound calls of the numbers; null for any.',
    prefix: 'car',
    nullable: true,
    optional: true,
  })
  carrierId?: string | null;

  @Cents({
    description: 'Monthly price of each number; null for the price by the rules of number prices on a cost of 0.',
    example: 100,
    min: 0,
    max: STOCK_CENTS_MAX,
    nullable: true,
    optional: true,
  })
  monthlyPriceCents?: number | null;

  @CapabilitiesField({
    description: 'What the numbers can do once they are ported.',
    default: ['voice'],
    min: 1,
    max: lists.CAPABILITIES.length,
    optional: true,
  })
  capabilities?: PortTransition['capabilities'];
}

class NumberDecisionBody {
  @E164({ description: 'Number of the port.', example: '+493012345678' })
  e164: string;

  @OneOf({
    description:
      '`rejected`: the losing carrier does not port the number of a partial port, or a number that failed is given up and its ' +
      'fee refunded. `ported`: a number that failed is assigned again.',
    values: ['rejected', 'ported'],
    name: 'PortNumberDecision',
  })
  status: 'rejected' | 'ported';

  @OneOf({
    description: 'Why it was rejected.',
    values: PORT_REASON_CODES,
    name: 'PortReasonCode',
    default: 'other',
    optional: true,
  })
  reasonCode?: PortReasonCode;
}

export class DecidePortNumbersBody {
  @Nested(() => NumberDecisionBody, { description: 'The decisions.', many: true, min: 1, max: DECISIONS_MAX })
  numbers: NumberDecisionBody[];
}

export class ListOperatedPortsQuery extends PageQuery {
  @QueryList({
    description: 'Only these statuses.',
    example: 'submitted',
    values: SUBMITTED,
    name: 'SubmittedPortStatus',
  })
  status?: PortStatus[];

  @QueryE164({ description: 'Only ports of this number.', example: '+493012345678' })
  e164?: string;

  @Id({ description: 'Only ports of this account.', prefix: 'acc', optional: true })
  accountId?: string;

  @QueryCountries({ description: 'Only ports of numbers of these countries.' })
  country?: string[];

  @QueryFlag({ description: 'Filters by whether a number was ported that could not be assigned.' })
  failed?: boolean;

  @QueryOrder({ description: 'Sort order, by time of submission.', default: 'asc' })
  order?: SortOrder;
}

export function toQueuedPortDto({ details: _, ...port }: OperatorPortView): QueuedPortDto {
  return port;
}

export function toOperatedPortDto(port: OperatorPortView): OperatedPortDto {
  return { ...portMembersOf(port), accountId: port.accountId, pin: port.details.pin };
}

/** Operators see which of them it was. */
export function toOperatedEventDto({ id, at, actorKind, actorId, action, from, to }: PortEvent): PortEventDto {
  const actor = { kind: actorKind, id: actorId, name: null };
  return { id, at, actorKind, actorId, actor, action, from, to };
}

export function toOperatedCommentDto({ id, authorKind, authorId, body, createdAt }: PortComment): PortCommentDto {
  return { id, authorKind, authorId, body, createdAt };
}
