import { DOC_TYPES, REJECTION_CODES, REVIEW_NOTES_MAX } from '../review';
import { ALARM_CLEARINGS, ALARM_COMPARISONS, ALARM_METRICS, ALARM_NAME_MAX } from '../telephony/alarms';
import { FRAUD_RULES } from '../telephony/fraud-rules';
import { PORT_MESSAGE_MAX, PORT_REASON_CODES, PORT_REFERENCE_MAX, PORT_STATUSES } from '../telephony/ports';
import { ATTESTATIONS, CUSTOMER_REFERENCE_MAX, DIRECTIONS, VERIFICATIONS } from '../telephony/call-decision';
import {
  addedLater,
  date,
  e164,
  type EventMember,
  flag,
  id,
  integer,
  listOf,
  nullable,
  nullInExample,
  number,
  oneOf,
  optional,
  text,
  time,
} from './members';

interface PublicEvent {
  /** Completes "Sent when …". */
  readonly sentWhen: string;
  readonly data: Readonly<Record<string, EventMember>>;
}

const SUSPENSION_REASONS = ['non_payment', 'account_suspended', 'compliance', 'registration_revoked'] as const;
/** `requested`: by the customer, at once or at the end of the cycle. */
const RELEASE_REASONS = [
  'requested',
  'non_payment',
  'order_cancelled',
  'no_documents',
  'account_closed',
  'moved',
  'ported_out',
] as const;
export type NumberReleaseReason = (typeof RELEASE_REASONS)[number];
const PORT_OUT_STATUSES = ['pending', 'released', 'refused'] as const;
const SCHEDULED_RELEASE_REASONS = ['requested', 'non_payment'] as const;

/** What the sender of a message may ask for by a word. See docs/messages.md#consent. */
const KEYWORD_ACTIONS = ['stop', 'start', 'help'] as const;

const EXPORT = {
  export_id: id('exp', 'ID of the export.'),
  kind: text('What was exported.', 'cdrs', { max: 64 }),
  format: text('Format of the file.', 'csv', { max: 16 }),
};
const ALARM = {
  alarm_id: id('alm', 'ID of the alarm.'),
  name: text('Name of the alarm.', 'Calls to the office fail', { max: ALARM_NAME_MAX }),
  metric: oneOf('What the alarm measures.', ALARM_METRICS, 'asr_pct', 'AlarmMetric'),
  window_s: integer('Length of time whose calls are measured, in seconds.', 900),
  comparison: oneOf(
    'Whether the alarm is raised below or above the threshold.',
    ALARM_COMPARISONS,
    'below',
    'AlarmComparison',
  ),
  threshold: number('Threshold, in the unit of the metric.', 40),
  value: nullable(number('The metric, over the calls of the window; null without any.', 12.5)),
  calls: integer('Calls of the window.', 24),
  sip_trunk_id: nullInExample(id('trk', 'Only calls over this trunk are measured; null for all.')),
  number_id: nullInExample(id('num', 'Only calls of this number are measured; null for all.')),
  country: nullInExample(
    text('Only calls with this country are measured, an ISO 3166-1 alpha-2 code; null for all.', 'DE', { max: 2 }),
  ),
};
const NUMBER = { number_id: id('num', 'ID of the number.'), e164: e164('The number.') };
const ORDER = { order_id: id('ord', 'ID of the order.') };
const rejectionCodes = (description: string, example: (typeof REJECTION_CODES)[number]) =>
  listOf(description, REJECTION_CODES, example, 'RejectionCode');
const suspensionReason = (description: string) =>
  oneOf(description, SUSPENSION_REASONS, 'non_payment', 'NumberSuspensionReason');

/** What a customer reads about the caller of a call, in its call record and its events. */
export const CALLER_MEMBERS = {
  caller_withheld: flag('Whether the caller withholds its number.'),
  attestation: nullable(
    oneOf(
      'How surely the originating carrier knows that the caller may use its number (STIR/SHAKEN): `A` fully, `B` it knows the caller, `C` neither. Null where the switch does not say.',
      ATTESTATIONS,
      'A',
      'Attestation',
    ),
  ),
  verification: nullable(
    oneOf(
      "Result of the check of the caller's signed identity; `none`: the call had none. Null where the switch does not say.",
      VERIFICATIONS,
      'passed',
      'Verification',
    ),
  ),
  customer_reference: nullable(
    text('Reference that was given when the call was placed; null for calls that a system has placed.', 'ticket 4711', {
      max: CUSTOMER_REFERENCE_MAX,
    }),
  ),
};

const CALL = {
  direction: oneOf('Direction of the call.', DIRECTIONS, 'inbound', 'CallDirection'),
  e164: nullable(e164("The account's number on the call.")),
  caller_withheld: addedLater(CALLER_MEMBERS.caller_withheld),
  attestation: addedLater(CALLER_MEMBERS.attestation),
  verification: addedLater(CALLER_MEMBERS.verification),
  customer_reference: addedLater(CALLER_MEMBERS.customer_reference),
};
const GATEWAY = {
  gateway_id: id('gw', 'ID of the gateway.'),
  trunk_id: id('trk', 'ID of its trunk.'),
  name: text('Name of the gateway.', 'Berlin 1'),
};
const REGISTRATION = {
  trunk_id: id('trk', 'ID of the trunk.'),
  name: text('Name of the trunk.', 'Office'),
  contact_ip: nullable(
    text('Address that the system registered from; null if the switch knows only its host name.', '203.0.113.7'),
  ),
  user_agent: nullable(text('User-Agent of the system; null without one.', 'Example PBX 16.2')),
};
const TOPUP = {
  topup_id: id('top', 'ID of the top-up.'),
  amount_cents: integer('Amount credited.', 5000),
  transaction_id: id('txn', 'ID of the transaction.'),
};
const BUNDLE = { bundle_id: id('cb', 'ID of the bundle.') };

/** The events that customers can read and subscribe to. */
export const PUBLIC_EVENTS = {
  'number.provisioned': {
    sentWhen: 'A number order completes and the number becomes active.',
    data: { ...NUMBER, ...ORDER },
  },
  'number.suspended': {
    sentWhen: 'A number is suspended.',
    data: { ...NUMBER, reason: suspensionReason('Why the number was suspended.') },
  },
  'number.resumed': {
    sentWhen: 'A suspended number becomes active again.',
    data: { ...NUMBER, reason: suspensionReason('Reason of the suspension that ended.') },
  },
  'number.release_scheduled': {
    sentWhen: 'The release of a number is scheduled or rescheduled.',
    data: {
      ...NUMBER,
      release_scheduled_at: time('Time of the release. The event is sent again when it changes.'),
      reason: oneOf('Why the number is released.', SCHEDULED_RELEASE_REASONS, 'requested'),
    },
  },
  'number.price_changing': {
    sentWhen: 'A change of the monthly price of a number is announced, changed or withdrawn.',
    data: {
      ...NUMBER,
      monthly_price_cents: integer('Monthly price until then.', 100),
      next_monthly_price_cents: nullable(
        integer('Monthly price of months that start at or after the change; null when the change was withdrawn.', 125),
      ),
      price_changes_at: nullable(time('Time of the change; null when it was withdrawn.')),
    },
  },
  'number.registration_rejected': {
    sentWhen: 'The supplier of a number rejects its compliance bundle, which it may have accepted before.',
    data: {
      ...NUMBER,
      compliance_bundle_id: id(
        'cb',
        'ID of the bundle, which stays approved. Copy it, correct the copy and attach that to the number.',
      ),
      rejection_codes: rejectionCodes("The supplier's reasons.", 'doc_expired'),
    },
  },
  'number.released': {
    sentWhen: 'A number is released.',
    data: { ...NUMBER, reason: optional(oneOf('Why the number was released.', RELEASE_REASONS, 'requested')) },
  },
  'port_out.status_changed': {
    sentWhen: 'Another carrier asks for a number, its request is refused, or the number leaves.',
    data: {
      port_out_id: id('pout', 'ID of the request.'),
      ...NUMBER,
      status: oneOf('Status of the request.', PORT_OUT_STATUSES, 'pending', 'PortOutStatus'),
      gaining_carrier: text('The other carrier.', 'Example Telecom'),
      release_at: time('When the number leaves.'),
      refusal_code: nullable(text('Why the request was refused; null if it was not.', 'wrong_pin')),
    },
  },
  'port.status_changed': {
    sentWhen: 'A porting request changes its status, or its confirmed date.',
    data: {
      port_request_id: id('port', 'ID of the porting request.'),
      status: oneOf('Its status.', PORT_STATUSES, 'foc_confirmed', 'PortStatus'),
      previous_status: oneOf('Its status before.', PORT_STATUSES, 'in_process', 'PortStatus'),
      number_count: integer('How many of its numbers the change concerns: those that were not rejected before.', 3),
      foc_at: nullable(time('When the numbers move, as the losing carrier has confirmed; null before.')),
      exception_code: nullInExample(
        oneOf('What is wrong, or why the port was rejected.', PORT_REASON_CODES, 'other', 'PortReasonCode'),
      ),
      exception_message: nullInExample(
        text('The same in words.', 'The invoice is older than 30 days.', { max: PORT_MESSAGE_MAX, lines: true }),
      ),
      customer_reference: nullable(text('Your own reference.', 'PO 4711', { max: PORT_REFERENCE_MAX })),
    },
  },
  'order.completed': { sentWhen: 'A number order completes.', data: { ...ORDER, ...NUMBER } },
  'order.failed': {
    sentWhen: 'A number order fails.',
    data: {
      ...ORDER,
      e164: nullable(e164('The requested number; null for any number of an area.')),
      error_code: text('Why the order failed.', 'number_unavailable'),
    },
  },
  // Repeated requests for the route of one call send it once.
  'call.started': {
    sentWhen: 'A call begins: the switch has asked for its route, and it may be connected.',
    data: {
      call_id: id('call', 'ID of the live call.'),
      ...CALL,
      number_id: nullable(id('num', 'ID of that number.')),
      sip_trunk_id: nullable(id('trk', 'ID of the SIP trunk that the call came from, or that the number routes to.')),
    },
  },
  'call.completed': {
    sentWhen: 'A call ends and its call record is written.',
    data: {
      cdr_id: id('cdr', 'ID of the call record.'),
      ...CALL,
      billable_duration_s: integer('Billed seconds.', 60),
      customer_total_cents: integer('Price of the call.', 2),
    },
  },
  'sms.status_changed': {
    sentWhen: 'A carrier accepted a text message, the message was delivered or undelivered, or it failed.',
    data: {
      message_id: id('sms', 'ID of the message.'),
      number_id: id('num', "ID of the sender's number."),
      from: e164('The sender.'),
      to: e164('The recipient.'),
      status: oneOf('The new status.', ['sent', 'delivered', 'undelivered', 'failed'], 'delivered'),
      error_code: nullInExample(
        text(
          'Why the message is not delivered, as `error_code` of the message explains; null otherwise.',
          'undeliverable',
          {
            max: 64,
          },
        ),
      ),
      segments: integer('Segments that are charged.', 1),
      price_cents: integer('Price of the message; 0 if no carrier accepted it.', 1),
      customer_reference: nullable(
        text('Reference that was given when the message was sent.', 'ticket 4711', { max: CUSTOMER_REFERENCE_MAX }),
      ),
    },
  },
  'sms.received': {
    sentWhen: 'A text message to a number of the account arrives.',
    data: {
      message_id: id('sms', 'ID of the message.'),
      number_id: id('num', "ID of the recipient's number."),
      from: text('The sender: a number, a short code or a name.', '+491701234567'),
      to: e164('The number that received the message.'),
      body: nullInExample(
        text(
          'The text, in webhook deliveries alone while it is stored; null elsewhere: read it with `GET /sms/{id}`.',
          'Thank you!',
          { lines: true },
        ),
      ),
      segments: integer('Number of parts that arrived.', 1),
      price_cents: integer('What receiving the message costs; 0 unless a rate deck has an inbound price.', 0),
      incomplete: flag('Whether parts of a long message are missing, because they did not arrive within 24 hours.'),
      keyword: nullInExample(
        oneOf('What the sender asks for with a word such as STOP; null for other messages.', KEYWORD_ACTIONS, 'stop'),
      ),
      received_at: time('When the message arrived.'),
    },
  },
  'trunk.gateway.down': {
    sentWhen: 'A gateway of a trunk goes down: a probe fails, or three calls to it within 30 seconds.',
    data: {
      ...GATEWAY,
      sip_code: nullable(integer('SIP status of the failed probe or call; null without a response.', 503)),
    },
  },
  'trunk.gateway.up': { sentWhen: 'A gateway that was down answers a probe or a call.', data: GATEWAY },
  'fraud.alert': {
    sentWhen:
      'Calls or messages look like fraud: an hour is unusually expensive, a country is first used at night, or short calls or messages to one range repeat.',
    data: {
      alert_id: id('alr', 'ID of the alert.'),
      rule: oneOf('The rule that raised it.', FRAUD_RULES, 'short_calls', 'FraudRule'),
      blocks_outbound: flag(
        'Whether outbound calls and messages are rejected until the operator has acknowledged the alert.',
      ),
      started_at: time('Start of the hour, or time of the first of the calls or messages.'),
      country: nullInExample(
        text('ISO 3166-1 alpha-2 code of the country, for `new_country_at_night`.', 'LV', { max: 2 }),
      ),
      prefix: nullable(
        text('What the numbers begin with, for `short_calls` and `repeated_messages`.', '+37120700', { max: 16 }),
      ),
      calls: nullable(integer('Number of calls, for `short_calls`.', 24)),
      messages: nullInExample(integer('Number of messages, for `repeated_messages`.', 40)),
      cost_cents: nullable(
        integer('What the hour, the calls or the messages have cost so far; null for a new country.', 412),
      ),
      usual_cost_cents: nullInExample(
        integer('What this hour of the day cost on average on the 30 days before, for `expensive_hour`.', 60),
      ),
    },
  },
  'alarm.raised': {
    sentWhen: 'The condition of an alarm begins to hold.',
    data: ALARM,
  },
  'alarm.cleared': {
    sentWhen:
      'A raised alarm is cleared, because its condition no longer holds, or it was changed, disabled or deleted.',
    data: {
      ...ALARM,
      reason: oneOf(
        '`recovered`: the condition has not held for five minutes. `no_calls`: there has been no call for a day.',
        ALARM_CLEARINGS,
        'recovered',
        'AlarmClearing',
      ),
      raised_at: time('When the alarm was raised.'),
    },
  },
  'trunk.registered': {
    sentWhen: 'A system registers with a trunk on which none is registered.',
    data: { ...REGISTRATION, expires_at: time('When the registration expires, unless the system refreshes it.') },
  },
  'trunk.unregistered': {
    sentWhen: 'The last system that is registered with a trunk unregisters, or its registration expires.',
    data: {
      ...REGISTRATION,
      reason: oneOf(
        '`expired` if the system did not refresh its registration, or the credentials of the trunk were replaced.',
        ['unregistered', 'expired'],
        'expired',
      ),
    },
  },
  'billing.topup.succeeded': { sentWhen: 'A top-up is credited.', data: TOPUP },
  'billing.recharge.succeeded': { sentWhen: 'An auto-recharge completes.', data: TOPUP },
  'billing.recharge.failed': {
    sentWhen: 'An auto-recharge attempt fails.',
    data: {
      topup_id: nullable(id('top', 'ID of the top-up; null without a card.')),
      amount_cents: integer('Amount that was to be charged.', 5000),
      failure_code: text('Why the charge failed.', 'card_declined'),
      failure_message: text('Human-readable reason.', 'The card was declined.'),
      consecutive_failures: integer('Failures since the last success.', 1),
      paused_until: nullInExample(time('Auto-recharge is paused until then; null while it is active.')),
    },
  },
  'billing.balance.low': {
    sentWhen: 'The balance falls below the alert threshold.',
    data: {
      balance_cents: integer('Balance of the wallet.', 450),
      threshold_cents: integer('The alert threshold of the account.', 500),
    },
  },
  'api_key.expiring': {
    sentWhen: 'An API key expires within 14 days.',
    data: {
      api_key_id: id('key', 'ID of the key.'),
      name: text('Name of the key.', 'CI'),
      prefix_display: text('The visible part of the key.', 'svc_live_4eC3…'),
      expires_at: time('When the key expires.'),
    },
  },
  'compliance.bundle.approved': {
    sentWhen: 'A submitted bundle is approved. Numbers that wait for it are activated.',
    data: BUNDLE,
  },
  'compliance.bundle.rejected': {
    sentWhen: 'A submitted bundle is rejected.',
    data: {
      ...BUNDLE,
      review_notes: nullable(
        text("Reviewer's notes.", 'The second page of the utility bill is missing.', {
          max: REVIEW_NOTES_MAX,
          lines: true,
        }),
      ),
      rejection_codes: rejectionCodes('Reasons of the rejection.', 'doc_incomplete'),
    },
  },
  'compliance.document.expiring': {
    sentWhen: 'A document expires within 30 days.',
    data: {
      document_id: id('doc', 'ID of the document.'),
      end_user_id: nullable(id('eu', 'The end user of the document.')),
      doc_type: oneOf('What the document is.', DOC_TYPES, 'passport', 'DocType'),
      expires_at: date('Last day of validity.'),
    },
  },
  'export.completed': {
    sentWhen: 'The file of an export can be downloaded.',
    data: {
      ...EXPORT,
      row_count: integer('Number of records in the file.', 1042),
      size_bytes: integer('Size of the compressed file.', 48210),
      sha256: text(
        'SHA-256 of the compressed file, in hex.',
        '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        {
          max: 64,
        },
      ),
      expires_at: time('When the file is deleted.'),
    },
  },
  'export.failed': {
    sentWhen: 'An export ends without a file.',
    data: {
      ...EXPORT,
      error_code: text('Why the export failed, as `error_code` of the export explains.', 'filters_refused', {
        max: 64,
      }),
    },
  },
} satisfies Readonly<Record<string, PublicEvent>>;
