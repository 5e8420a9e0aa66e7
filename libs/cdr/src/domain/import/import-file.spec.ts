import type { FileFault } from '../rating/rate-file';
import { UnreadableFile } from './columns';
import { type FormerCall, importedCdr, keyOfFormer } from './former-call';
import { ImportFileReader, type ImportOptions } from './import-file';

const PERIOD = {
  oldest: new Date('2025-10-24T00:00:00Z'),
  retentionDays: 400,
  latest: new Date('2026-11-28T00:00:00Z'),
};

function read(lines: readonly string[], given: Partial<ImportOptions> = {}) {
  const faults: FileFault[] = [];
  const options = { ...PERIOD, from: null, map: new Map<string, string>(), timezone: null, ...given };
  const reader = new ImportFileReader(options, (fault) => void faults.push(fault));
  const calls = [...reader.read(lines.map((line) => `${line}\r\n`).join('')), ...reader.end()];
  return { calls, faults, counts: reader.counts, source: reader.columns?.format.source, columns: reader.columns };
}

/** What a call is, shortly. */
function summaryOf(call: FormerCall | undefined) {
  if (!call) return undefined;
  const { callId, direction, caller, callee, country, startedAt, answeredAt, endedAt } = call;
  const { hangupCause, sipCode, disconnectedBy } = call;
  const at = (date: Date | null) => date && date.toISOString().slice(5, 19);
  const times = [at(startedAt), at(answeredAt), at(endedAt)];
  return { callId, direction, caller, callee, country, times, end: [hangupCause, sipCode, disconnectedBy] };
}

const message = (faults: readonly FileFault[]) =>
  faults.map(({ line, column, message: text }) => `${line} ${column ?? '-'} ${text}`);

describe('an export of Twilio', () => {
  const HEADER = 'Sid,ParentCallSid,From,To,Direction,StartTime,EndTime,Duration,Status,Price,PriceUnit';
  const START = '"Tue, 12 May 2026 11:22:33 +0000"';
  const END = '"Tue, 12 May 2026 11:23:05 +0000"';

  it('is recognised by the columns of the Call resource', () => {
    const { calls, faults, source } = read([
      HEADER,
      `CA1,,+14155550100,+442079460958,inbound,${START},${END},30,completed,-0.0085,USD`,
      `CA2,CA1,+442079460958,+493012345678,outbound-dial,${START},${END},32,completed,-0.02,USD`,
    ]);
    expect([source, faults]).toEqual(['twilio', []]);
    expect(summaryOf(calls[0])).toEqual({
      callId: 'CA1',
      direction: 'inbound',
      caller: '+14155550100',
      callee: '+442079460958',
      country: 'US',
      times: ['05-12T11:22:33', '05-12T11:22:35', '05-12T11:23:05'],
      end: ['normal_clearing', 200, null],
    });
    expect(calls[1]).toMatchObject({
      direction: 'outbound',
      country: 'DE',
      answeredAt: new Date('2026-05-12T11:22:33Z'),
    });
  });

  it('is recognised by the columns of the console, whose times have a zone or need one', () => {
    const header = 'Call Sid,From,To,Start Time,Duration,Status,Direction';
    const row = 'CA3,+14155550100,+442079460958,2026-05-12 11:22:33,12,Completed,Incoming';
    expect(message(read([header, row]).faults)).toEqual(['2 Start Time has no time zone: pass --timezone']);
    const { calls } = read([header, row], { timezone: 'America/Los_Angeles' });
    expect(summaryOf(calls[0])?.times).toEqual(['05-12T18:22:33', '05-12T18:22:33', '05-12T18:22:45']);
  });

  it.each([
    ['busy', 'user_busy'],
    ['no-answer', 'no_answer'],
    ['canceled', 'originator_cancel'],
    ['failed', 'normal_unspecified'],
  ])('has the cause of the status %s', (status, cause) => {
    const { calls } = read([HEADER, `CA4,,+442079460958,+493012345678,outbound-api,${START},${END},,${status},,USD`]);
    expect(summaryOf(calls[0])).toMatchObject({
      times: [expect.anything(), null, expect.anything()],
      end: [cause, null, null],
    });
  });

  it('takes calls of SIP trunks for what they are to the account', () => {
    const row = (direction: string) => `CA5,,+14155550100,+442079460958,${direction},${START},${END},32,completed,,USD`;
    const { calls } = read([HEADER, row('trunking-originating'), row('trunking-terminating')]);
    expect(calls.map(({ direction }) => direction)).toEqual(['inbound', 'outbound']);
  });

  it('begins a call that was never dialled when it was created', () => {
    const { calls } = read([
      'sid,from,to,direction,status,start_time,end_time,duration,date_created',
      'CA6,+442079460958,+493012345678,outbound-api,failed,,,,2026-05-12T11:22:33Z',
    ]);
    expect(summaryOf(calls[0])?.times).toEqual(['05-12T11:22:33', null, '05-12T11:22:33']);
  });

  it.each(['anonymous', '+266696687', '+7378742833', '+86282452253', 'sip:anonymous@anonymous.invalid', ''])(
    'withholds the caller %s',
    (from) => {
      const { calls } = read([HEADER, `CA7,,${from},+442079460958,inbound,${START},${END},32,completed,,USD`]);
      expect(calls[0]).toMatchObject({ caller: null, isCallerWithheld: true, country: null });
    },
  );

  it('keeps clients and SIP addresses as they are', () => {
    const { calls, faults } = read([
      HEADER,
      `CA8,,client:anna,sip:desk@example.com,outbound-dial,${START},${END},32,completed,,USD`,
      `CA9,,+442079460958,112,outbound-dial,${START},${END},32,completed,,USD`,
    ]);
    expect(faults).toEqual([]);
    expect(calls.map(({ caller, callee }) => [caller, callee])).toEqual([
      ['client:anna', 'sip:desk@example.com'],
      ['+442079460958', '112'],
    ]);
  });

  it('refuses rows that it would have to guess, all with line and column', () => {
    const row = (from: string, to: string, direction: string, duration: string, status: string) =>
      `CA1,,${from},${to},${direction},${START},${END},${duration},${status},,USD`;
    const { calls, faults, counts } = read([
      HEADER,
      row('+1', '+442079460958', 'inbound', '32', 'in-progress'),
      row('+14155550100', '02079460958', 'sideways', '32', 'completed'),
      row('+14155550100', '+442079460958', 'inbound', '', 'completed'),
      row('+14155550100', '+442079460958', 'inbound', '90', 'completed'),
      row('+14155550100', '+442079460958', 'inbound', '1:30', ''),
      'CA1,,+14155550100,+442079460958',
      'CA1,"broken',
    ]);
    expect(message(faults)).toEqual([
      '2 Status is not the status of a call that is over',
      '3 Direction is not a direction: inbound or outbound',
      '3 To is not a number in E.164, with + or 00',
      '4 Duration is empty, but the call was answered',
      '5 Duration is longer than the call',
      '6 Status is empty',
      '6 Duration is not a number of seconds',
      '7 - The line has 4 cells; the header has 11.',
      '8 - The quotes are misplaced, or the line is too long.',
    ]);
    expect([calls, counts]).toEqual([[], { rows: 7, refused: 7, joined: 0 }]);
  });

  it('refuses calls past the retention, and of the future', () => {
    const row = (day: string) =>
      `CA1,,+14155550100,+442079460958,inbound,${day}T10:00:00Z,${day}T10:00:32Z,32,completed,,`;
    expect(message(read([HEADER, row('2025-10-23'), row('2025-10-24'), row('2026-11-28')]).faults)).toEqual([
      '2 StartTime is past the retention of call records: 400 days',
      '4 EndTime is in the future',
    ]);
  });
});

describe('an export of Telnyx', () => {
  const HEADER =
    'Call UUID,Originating Number,Terminating Number,Direction,Start Timestamp(UTC),Answer Timestamp(UTC),' +
    'End Timestamp(UTC),Call duration,Billable time,Hangup cause,Hangup code,Hangup source,Rate';

  it('is recognised, and says who hung up', () => {
    const { calls, faults, source } = read([
      HEADER,
      'u1,13129457420,+442079460958,inbound,2026-05-12 11:22:33,2026-05-12 11:22:40,2026-05-12 11:23:40,60,60,NORMAL_CLEARING,200,callee,0.01',
      'u2,+442079460958,493012345678,outbound,2026-05-12 11:22:33,,2026-05-12 11:22:50,0,0,USER_BUSY,486,unknown,0.01',
      'u3,+442079460958,493012345678,Outbound,2026-05-12 11:22:33,,2026-05-12 11:22:50,0,0,NO_USER_RESPONSE,18,,0.01',
      'u4,+442079460958,493012345678,outbound,2026-05-12 11:22:33,,2026-05-12 11:22:50,0,0,NORMAL_CLEARING,404,,0.01',
    ]);
    expect([source, faults]).toEqual(['telnyx', []]);
    expect(summaryOf(calls[0])).toEqual({
      callId: 'u1',
      direction: 'inbound',
      caller: '+13129457420',
      callee: '+442079460958',
      country: 'US',
      times: ['05-12T11:22:33', '05-12T11:22:40', '05-12T11:23:40'],
      end: ['normal_clearing', 200, 'callee'],
    });
    expect(calls.slice(1).map((call) => summaryOf(call)?.end)).toEqual([
      ['user_busy', 486, null],
      ['no_answer', null, null],
      ['unallocated_number', 404, null],
    ]);
  });

  it('is recognised by the names of the API, and joins the legs of a call that rang in several places', () => {
    const { calls, counts, source } = read(
      [
        'call_leg_id,origination_number,terminating_number,direction,start_timestamp,answer_timestamp,end_timestamp,hangup_cause',
        'u1,+13129457420,anna,inbound,2026-05-12 11:22:33,,2026-05-12 11:22:41,ORIGINATOR_CANCEL',
        'u1,+13129457420,ben,inbound,2026-05-12 11:22:34,2026-05-12 11:22:40,2026-05-12 11:23:40,NORMAL_CLEARING',
        'u1,+13129457420,+442079460958,inbound,2026-05-12 11:22:33,,2026-05-12 11:22:42,LOSE_RACE',
        'u1,+442079460958,+13129457420,outbound,2026-05-12 11:22:33,,2026-05-12 11:22:42,NO_ANSWER',
      ],
      { timezone: 'UTC' },
    );
    expect([source, counts]).toEqual(['telnyx', { rows: 4, refused: 0, joined: 2 }]);
    expect(calls.map(summaryOf)).toMatchObject([
      {
        direction: 'inbound',
        callee: '+442079460958',
        times: ['05-12T11:22:33', '05-12T11:22:40', '05-12T11:23:40'],
        end: ['normal_clearing', 200, null],
      },
      { direction: 'outbound', end: ['no_answer', null, null] },
    ]);
  });
});

describe('an export of DIDWW', () => {
  const ZEROS = '0.000,0.000,0.000';

  it('is recognised as inbound in its versions', () => {
    const first = read([
      'Date/Time (UTC),Source,DID,Destination,Duration (secs),Disconnect Initiator,Disconnect Code,Response,TollFree Amount (USD),Termination Amount (USD),Metered Channels Amount (USD),Customer ID,Sell Amount (Points)',
      `2026-06-26 01:11:42,4,442079460958,sip:test@example.com,0,Destination,404,Not Found,${ZEROS},,0.000`,
      `2026-06-26 01:11:43,"",442079460958,sip:test@example.com,54,Origination,200,Bye,${ZEROS},,0.000`,
    ]);
    expect([first.source, first.faults]).toEqual(['didww', []]);
    expect(first.calls.map(summaryOf)).toMatchObject([
      { callId: null, caller: '4', callee: '+442079460958', end: ['unallocated_number', 404, 'callee'] },
      {
        caller: null,
        times: ['06-26T01:11:43', '06-26T01:11:43', '06-26T01:12:37'],
        end: ['normal_clearing', 200, 'caller'],
      },
    ]);
    const second = read([
      'Date/Time Start (UTC),Date/Time Connect (UTC),Date/Time End (UTC),Source,DID,Destination,Duration (secs),Disconnect Initiator,Disconnect Code,Response',
      '2026-06-06 05:20:58,,,4,442079460958,sip:442079460958@didww.com,0,Destination,408,SIP transaction timeout',
    ]);
    expect(second.calls.map(summaryOf)).toMatchObject([
      {
        direction: 'inbound',
        times: ['06-06T05:20:58', null, '06-06T05:20:58'],
        end: ['network_out_of_order', 408, 'callee'],
      },
    ]);
    const third = read([
      'Date/Time Start (UTC),Date/Time Connect (UTC),Date/Time End (UTC),Status,Source Number,Source Number Out,Source Name,Source Country,Source Network,Destination DID,Duration (sec),Attempt,Disconnect Code,Response,Disconnect Initiator,Voice IN Trunk,Call ID',
      '2026-06-06 05:20:58,,2026-06-06 05:21:02,Failed,13129457420,+13129457420,Ann,US,X,442079460958,0,1,503,Service Unavailable,Destination,a,c1',
      '2026-06-06 05:21:02,2026-06-06 05:21:09,2026-06-06 05:22:09,Success,13129457420,+13129457420,Ann,US,X,442079460958,60,2,200,Bye,Origination,b,c1',
    ]);
    expect([third.faults, third.counts]).toEqual([[], { rows: 2, refused: 0, joined: 1 }]);
    expect(third.calls.map(summaryOf)).toEqual([
      {
        callId: 'c1',
        direction: 'inbound',
        caller: '+13129457420',
        callee: '+442079460958',
        country: 'US',
        times: ['06-06T05:20:58', '06-06T05:21:09', '06-06T05:22:09'],
        end: ['normal_clearing', 200, 'caller'],
      },
    ]);
  });

  it('is recognised as outbound in its versions', () => {
    const old = read([
      'Time Start (UTC),Source,CLI,Destination,Duration (secs),Disconnect Code,Disconnect Reason,Rate ($USD per minute),Charged (USD),CDR Type,Country Name,Network Name,Trunk Name',
      '2026-01-01 11:22:33,1000,442079460958,493012345678,321,200,Bye,0.012,0.0642,Local,Germany,X,Y',
      '2026-01-01 11:22:33,1000,442079460958,493012345678,0,487,Request terminated,0,0,Local,Germany,X,Y',
    ]);
    expect([old.source, old.faults]).toEqual(['didww', []]);
    expect(old.calls.map(summaryOf)).toMatchObject([
      {
        direction: 'outbound',
        caller: '+442079460958',
        callee: '+493012345678',
        country: 'DE',
        end: ['normal_clearing', 200, null],
      },
      { end: ['originator_cancel', 487, null] },
    ]);
    const recent = read([
      'Date/Time Start (UTC),Date/Time Connect (UTC),Date/Time End (UTC),Status,Source,CLI,Destination Number,Call Duration (sec),Billing Duration (sec),Disconnect Code,Disconnect Reason,Voice OUT Trunk,Call ID',
      '2026-01-01 11:22:33,2026-01-01 11:22:40,2026-01-01 11:23:33,OK,1000,442079460958,493012345678,53,60,200,Bye,Main,c2',
      '2026-01-01 11:22:33,,2026-01-01 11:22:40,OK,1000,442079460958,493012345678,0,0,200,Bye,Main,c3',
      '2026-01-01 11:22:33,2026-01-01 11:22:40,2026-01-01 11:23:33,OK,1000,442079460958,493012345678,530,60,200,Bye,Main,c4',
    ]);
    expect(recent.calls.map(summaryOf)).toMatchObject([{ callId: 'c2', end: ['normal_clearing', 200, null] }]);
    expect(message(recent.faults)).toEqual([
      '3 Date/Time Connect (UTC) is empty, but the row says that the call was answered',
      '4 Call Duration (sec) is not the time from answer to end',
    ]);
  });
});

describe('a generic file', () => {
  it('has the members of CDRs, and keeps what they say', () => {
    const { calls, faults, source, columns } = read([
      'id,direction,caller,callee,e164,started_at,answered_at,ended_at,duration_s,billable_duration_s,hangup_cause,sip_response_code,disconnected_by,attestation,verification,customer_reference,customer_total_cents',
      "cdr_1,outbound,+442079460958,+493012345678,+442079460958,1778585753,1778585760,1778585820,67,60,allotted_timeout,200,system,A,passed,'=ticket,12",
      'cdr_2,inbound,0049 30 12345678,+442079460958,+442079460958,2026-05-12T11:22:33+02:00,,2026-05-12T11:22:43+02:00,10,0,no_route_destination,404,,,,,0',
    ]);
    expect([source, faults, columns?.ignored]).toEqual(['generic', [], ['e164', 'customer_total_cents']]);
    expect(calls[0]).toMatchObject({
      callId: 'cdr_1',
      hangupCause: 'allotted_timeout',
      disconnectedBy: 'system',
      attestation: 'A',
      verification: 'passed',
      customerReference: '=ticket',
    });
    expect(calls[1]).toMatchObject({ caller: '+493012345678', hangupCause: 'no_route_destination', sipCode: 404 });
  });

  it('accepts other columns by --map', () => {
    const map = new Map([
      ['direction', 'Way'],
      ['caller', 'A number'],
      ['callee', 'B-Number'],
      ['started_at', 'Begin'],
      ['billable_duration_s', 'Talk'],
      ['status', 'Result'],
    ]);
    const { calls, faults } = read(
      [
        'Way,A Number,B number,Begin,Talk,Result',
        'incoming,+493012345678,+442079460958,2026-05-12 11:22:33,60,ANSWERED',
      ],
      { from: 'generic', map, timezone: 'Europe/London' },
    );
    expect(faults).toEqual([]);
    expect(summaryOf(calls[0])?.times).toEqual(['05-12T10:22:33', '05-12T10:22:33', '05-12T10:23:33']);
  });

  it('refuses values that are in no list, and digits that are no number', () => {
    const { faults } = read([
      'direction,caller,callee,started_at,ended_at,answered_at,hangup_cause,sip_response_code,disconnected_by',
      'inbound,4930123,442079460958,2026-05-12T11:22:33Z,2026-05-12T11:22:43Z,,gone,16,both',
    ]);
    expect(message(faults)).toEqual([
      '2 callee is not a number in E.164, with + or 00',
      '2 sip_response_code is not a final SIP response code',
      '2 hangup_cause is not a known hangup cause',
      '2 disconnected_by is not one of caller, callee, system',
    ]);
  });
});

describe('a file', () => {
  it.each<[string, readonly string[], Partial<ImportOptions>, RegExp]>([
    ['of unknown columns', ['a,b,c'], {}, /no known export/],
    ['with semicolons', ['direction;caller;callee'], {}, /separated by commas/],
    ['of another provider', ['direction,caller,callee,started_at'], { from: 'twilio' }, /no column of call_id/],
    ['without answers', ['direction,caller,callee,started_at,ended_at'], {}, /which calls were answered/],
    ['with an unknown member', ['a'], { map: new Map([['begin', 'a']]) }, /begin is not one of call_id/],
    ['without a mapped column', ['a'], { map: new Map([['caller', 'b']]) }, /has no column b/],
    ['in an unknown zone', ['a'], { timezone: 'Mars' }, /Mars is no IANA time zone/],
  ])('is refused %s', (_name, lines, given, text) => {
    expect(() => read(lines, given)).toThrow(UnreadableFile);
    expect(() => read(lines, given)).toThrow(text);
  });

  it('is refused without a header', () => {
    expect(() => read([])).toThrow('The file is empty');
  });
});

describe('an imported call', () => {
  const [call] = read([
    'direction,caller,callee,started_at,ended_at,answered_at',
    'inbound,+493012345678,+442079460958,2026-05-12T11:22:33Z,2026-05-12T11:23:43Z,2026-05-12T11:22:40Z',
  ]).calls;
  const imported = { accountId: 'acc_1', source: 'generic' } as const;

  it('has the key of its account, provider, direction and id, or of its parties and times', () => {
    const keyOf = (given: Partial<FormerCall>, of: { accountId?: string; source?: 'twilio' } = {}) =>
      keyOfFormer({ ...imported, ...of }, { ...call!, ...given }).decisionId;
    const later = { line: 7, endedAt: new Date('2026-05-12T11:23:44Z') };
    expect(keyOf({ callId: 'c1' })).toBe(keyOf({ callId: 'c1', ...later }));
    expect(keyOf({})).toBe(keyOf({ line: 7 }));
    const keys = [
      keyOf({}),
      keyOf(later),
      keyOf({ callId: 'c1' }),
      keyOf({ callId: 'c2' }),
      keyOf({ callId: 'c1', direction: 'outbound' }),
      keyOf({ callId: 'c1' }, { accountId: 'acc_2' }),
      keyOf({ callId: 'c1' }, { source: 'twilio' }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('becomes a free CDR of the number, without a route', () => {
    const own = { numberId: 'num_1', e164: '+442079460958', numberType: 'geographic' };
    expect(importedCdr({ ...imported, id: 'cdr_1' }, { ...call!, callId: 'c1' }, own)).toMatchObject({
      id: 'cdr_1',
      accountId: 'acc_1',
      sipCallId: 'c1',
      e164: '+442079460958',
      numberId: 'num_1',
      numberType: 'geographic',
      country: 'DE',
      durationSeconds: 70,
      billableDurationSeconds: 63,
      customerTotalCents: 0,
      rating: null,
      importedFrom: 'generic',
      attempts: [],
    });
  });
});
