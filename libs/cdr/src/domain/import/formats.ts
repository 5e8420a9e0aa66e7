import type { Direction, HangupCause } from '@trunkline/kernel';
import type { ImportSource } from '../ingest/cdr';

/** What is read of a call: members of our own CDRs, and what former providers have instead. */
export const IMPORT_MEMBERS = [
  'call_id',
  'attempt',
  'direction',
  'caller',
  'callee',
  'started_at',
  'answered_at',
  'ended_at',
  'duration_s',
  'billable_duration_s',
  'status',
  'hangup_cause',
  'sip_response_code',
  'disconnected_by',
  'attestation',
  'verification',
  'customer_reference',
] as const;
export type ImportMember = (typeof IMPORT_MEMBERS)[number];

/** The export of a provider. Names and values are compared without case, blanks and punctuation. See docs/moving.md. */
export interface Format {
  readonly source: ImportSource;
  /** Columns by member. Of several that a file has, the first that is not empty counts. */
  readonly columns: Readonly<Partial<Record<ImportMember, readonly string[]>>>;
  /** A file that has a column for each of them is of this format. */
  readonly marks: readonly ImportMember[];
  /** Null where each row says it. */
  readonly direction: Direction | null;
  /** Numbers are E.164, also without a plus. */
  readonly isPlusOptional: boolean;
  /** Numbers that stand for a withheld caller. */
  readonly withheld: readonly string[];
  /** Several rows may be legs or attempts of one call. */
  readonly hasLegs: boolean;
  /** A value that is not in a list of ours is a fault. Otherwise it says nothing. */
  readonly isStrict: boolean;
}

const DIDWW = {
  source: 'didww',
  isPlusOptional: true,
  withheld: [],
  hasLegs: true,
  isStrict: false,
} as const;
const DIDWW_COLUMNS = {
  call_id: ['callid'],
  attempt: ['attempt'],
  started_at: ['datetimestartutc', 'timestartutc', 'datetimeutc'],
  answered_at: ['datetimeconnectutc'],
  ended_at: ['datetimeendutc'],
  billable_duration_s: ['callduration', 'calldurationsec', 'durationsec', 'durationsecs'],
  sip_response_code: ['disconnectcode'],
  disconnected_by: ['disconnectinitiator'],
} as const;

/** In the order in which they are tried. */
export const FORMATS: readonly Format[] = [
  {
    source: 'twilio',
    columns: {
      call_id: ['callsid', 'sid'],
      direction: ['direction'],
      caller: ['from'],
      callee: ['to'],
      started_at: ['starttime', 'datecreated'],
      ended_at: ['endtime'],
      billable_duration_s: ['duration', 'callduration'],
      status: ['status', 'callstatus'],
    },
    marks: ['call_id', 'direction', 'caller', 'callee', 'started_at', 'status'],
    direction: null,
    isPlusOptional: false,
    // ANONYMOUS, BLOCKED, RESTRICTED, UNAVAILABLE and UNKNOWN on the keys of a telephone.
    withheld: ['+266696687', '+2562533', '+7378742833', '+86282452253', '+8656696'],
    hasLegs: false,
    isStrict: false,
  },
  {
    source: 'telnyx',
    columns: {
      call_id: ['calluuid', 'calllegid', 'uniquecdrid'],
      direction: ['direction'],
      caller: ['originatingnumber', 'originationnumber', 'cli'],
      callee: ['terminatingnumber', 'cld'],
      started_at: ['starttimestamputc', 'starttimestamp', 'startedat'],
      answered_at: ['answertimestamputc', 'answertimestamp', 'answeredat'],
      ended_at: ['endtimestamputc', 'endtimestamp', 'finishedat'],
      billable_duration_s: ['callduration', 'callsec'],
      hangup_cause: ['hangupcause'],
      sip_response_code: ['hangupcode'],
      disconnected_by: ['hangupsource'],
    },
    marks: ['direction', 'caller', 'callee', 'started_at'],
    direction: null,
    isPlusOptional: true,
    withheld: [],
    hasLegs: true,
    isStrict: false,
  },
  {
    ...DIDWW,
    columns: { ...DIDWW_COLUMNS, caller: ['sourcenumber', 'source'], callee: ['destinationdid', 'did'] },
    marks: ['caller', 'callee', 'started_at', 'sip_response_code'],
    direction: 'inbound',
  },
  {
    ...DIDWW,
    columns: { ...DIDWW_COLUMNS, caller: ['cli'], callee: ['destinationnumber', 'destination'] },
    marks: ['caller', 'callee', 'started_at', 'sip_response_code'],
    direction: 'outbound',
  },
  {
    source: 'generic',
    columns: {
      call_id: ['id', 'callid', 'sipcallid'],
      direction: ['direction'],
      caller: ['caller'],
      callee: ['callee'],
      started_at: ['startedat'],
      answered_at: ['answeredat'],
      ended_at: ['endedat'],
      duration_s: ['durations'],
      billable_duration_s: ['billabledurations'],
      status: ['status'],
      hangup_cause: ['hangupcause'],
      sip_response_code: ['sipresponsecode'],
      disconnected_by: ['disconnectedby'],
      attestation: ['attestation'],
      verification: ['verification'],
      customer_reference: ['customerreference'],
    },
    marks: ['direction', 'caller', 'callee', 'started_at'],
    direction: null,
    isPlusOptional: false,
    withheld: [],
    hasLegs: false,
    isStrict: true,
  },
];

/** Returns a name or a value as it is compared. */
export function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/**
 * The calls of a SIP trunk of Twilio are named after the trunk: it originates those that come from the telephone network, and
 * terminates those that go there. Telnyx numbers the directions.
 */
export const DIRECTIONS_NAMED: Readonly<Record<string, Direction>> = {
  inbound: 'inbound',
  incoming: 'inbound',
  trunkingoriginating: 'inbound',
  1: 'inbound',
  outbound: 'outbound',
  outgoing: 'outbound',
  outboundapi: 'outbound',
  outbounddial: 'outbound',
  outgoingapi: 'outbound',
  outgoingdial: 'outbound',
  trunkingterminating: 'outbound',
  2: 'outbound',
};

/** What a status says of a call that is over: `answered`, or why it was not. */
export const STATUSES_NAMED: Readonly<Record<string, HangupCause | 'answered'>> = {
  completed: 'answered',
  answered: 'answered',
  busy: 'user_busy',
  noanswer: 'no_answer',
  canceled: 'originator_cancel',
  cancelled: 'originator_cancel',
  failed: 'normal_unspecified',
};

/** Causes of FreeSWITCH and of Telnyx that CDRs do not have under the same name. */
export const CAUSES_NAMED: Readonly<Record<string, HangupCause>> = {
  timelimit: 'allotted_timeout',
  timeout: 'no_answer',
  nouserresponse: 'no_answer',
  progresstimeout: 'no_answer',
  subscriberabsent: 'no_answer',
  notfound: 'unallocated_number',
  callbarred: 'call_rejected',
  outgoingcallbarred: 'call_rejected',
  incomingcallbarred: 'call_rejected',
  bearercapabilitynotavail: 'incompatible_destination',
  destinationoutoforder: 'network_out_of_order',
  gatewaydown: 'network_out_of_order',
  recoveryontimerexpire: 'network_out_of_order',
  exchangeroutingerror: 'no_route_destination',
  noroutetransitnet: 'no_route_destination',
  requestedchanunavail: 'normal_circuit_congestion',
  switchcongestion: 'normal_circuit_congestion',
  loserace: 'originator_cancel',
};

export const PARTIES_NAMED: Readonly<Record<string, 'caller' | 'callee' | 'system'>> = {
  caller: 'caller',
  origination: 'caller',
  callee: 'callee',
  destination: 'callee',
  system: 'system',
};
