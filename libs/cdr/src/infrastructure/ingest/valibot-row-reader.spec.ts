import { ValibotRowReader } from './valibot-row-reader';

const at = (seconds: number) => new Date(1_780_000_000_000 + seconds * 1000);
const reader = new ValibotRowReader();

describe('ValibotRowReader', () => {
  const row = {
    switch_id: 'sw1',
    call_id: 'c1',
    decision_id: 'rd_1',
    started_at: 1_780_000_000,
    answered_at: 1_780_000_008,
    ended_at: 1_780_000_070,
    sip_code: 200,
  };

  it('reads a complete row and ignores unknown members', () => {
    const sent = {
      ...row,
      branch: 0,
      disconnected_by: 'caller',
      caller: 'x',
      humidity: 7,
      attempts: [{ sip_code: 486 }],
    };
    expect(reader.read(sent)).toEqual({
      keys: { switchId: 'sw1', callId: 'c1', decisionId: 'rd_1' },
      saysAnswered: true,
      faults: {},
      report: {
        switchId: 'sw1',
        callId: 'c1',
        startedAt: at(0),
        answeredAt: at(8),
        endedAt: at(70),
        sipCode: 200,
        disconnectedBy: 'caller',
        branch: 0,
        attempts: [
          {
            order: 1,
            isOrderStated: false,
            targetId: null,
            gatewayId: null,
            carrierId: null,
            contactId: null,
            leg: 'callee',
            address: null,
            startedAt: null,
            ringSeconds: 0,
            answeredAt: null,
            sipCode: 486,
            sipReason: null,
            result: 'busy',
            isResultStated: true,
          },
        ],
      },
    });
  });

  it.each<[unknown, string[]]>([
    [null, ['row']],
    ['call', ['row']],
    [{}, ['switch_id', 'call_id', 'started_at', 'ended_at']],
    [{ ...row, switch_id: '' }, ['switch_id']],
    [{ ...row, call_id: 'a\u0000b' }, ['call_id']],
    [{ ...row, call_id: '\ud800' }, ['call_id']],
    [{ ...row, decision_id: 'r'.repeat(256) }, ['decision_id']],
    [{ ...row, started_at: 'noon' }, ['started_at']],
    [{ ...row, ended_at: 1_779_999_999 }, ['ended_at', 'answered_at']],
    [{ ...row, answered_at: 1_780_000_071 }, ['answered_at']],
    [{ ...row, answered_at: null }, ['answered_at']],
    [{ ...row, answered_at: 0, sip_code: null, attempts: [{ result: 'answered' }] }, ['answered_at']],
    [{ ...row, ended_at: 1e300 }, ['ended_at', 'answered_at']],
  ])('names every fault of %j', (value, fields) => {
    const read = reader.read(value);
    expect([Object.keys(read.faults), read.report]).toEqual([fields, null]);
  });

  it.each<[object, object]>([
    [{ started_at: '1780000000', answered_at: '1780000008.9', ended_at: 1_780_000_070.9, sip_code: '200' }, {}],
    [
      { answered_at: 0, sip_code: 486 },
      { answeredAt: null, sipCode: 486 },
    ],
    [
      { sip_code: 99, disconnected_by: 'weather', branch: -1 },
      { sipCode: null, disconnectedBy: null, branch: null },
    ],
    [{ branch: '1' }, { branch: 1 }],
    [{ attempts: 'none' }, { attempts: [] }],
    [{ attempts: [5, null] }, { attempts: [] }],
  ])('converts or drops the lenient members of %j', (given, expected) => {
    const normal = { startedAt: at(0), answeredAt: at(8), endedAt: at(70), sipCode: 200 };
    expect(reader.read({ ...row, ...given }).report).toMatchObject({ ...normal, ...expected });
  });

  it.each<[object, object]>([
    [
      { ring_s: -1, sip_code: 200 },
      { ringSeconds: 0, sipCode: 200, result: 'answered', isResultStated: true },
    ],
    [{ ring_s: 25, sip_code: 408 }, { result: 'no_answer' }],
    [{ ring_s: 0, sip_code: 408 }, { result: 'failed' }],
    [{ ring_s: 25 }, { result: 'no_answer', isResultStated: false }],
    [
      { sip_code: 'x', result: 'lost', target_id: 5 },
      { sipCode: null, targetId: null, isResultStated: false },
    ],
    [
      { order: '2', sip_code: '503' },
      { order: 2, isOrderStated: true, sipCode: 503, result: 'failed' },
    ],
  ])('repairs the attempt %j', (attempt, expected) => {
    expect(reader.read({ ...row, attempts: [attempt] }).report?.attempts).toMatchObject([expected]);
  });
});
