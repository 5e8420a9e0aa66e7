import { deliveryOf } from './deliveries';
import { type Fields, STATUS } from './pdu';

const NOW = new Date('2026-11-28T16:00:00Z');
const of = (fields: Fields) => deliveryOf({ fields }, NOW);
const octets = (text: string) => Buffer.from(text, 'latin1');

const FIELDS = {
  source_addr_ton: 1,
  source_addr: '4915112345678',
  dest_addr_ton: 1,
  destination_addr: '14155550100',
  esm_class: 0,
  data_coding: 0,
  short_message: octets('Hello'),
};
const receipt = (text: string, more: Fields = {}) =>
  of({ ...FIELDS, esm_class: 4, short_message: octets(text), ...more });
const statusOf = (read: () => unknown) => {
  try {
    read();
    return null;
  } catch (error) {
    return (error as { status: number }).status;
  }
};

describe('a message of a carrier', () => {
  it('is a part of its own', () => {
    expect(of(FIELDS)).toEqual({
      kind: 'part',
      part: {
        carrierMessageId: null,
        from: '+4915112345678',
        to: '+14155550100',
        text: 'Hello',
        encoding: 'gsm7',
        reference: null,
        part: 1,
        parts: 1,
        receivedAt: NOW,
      },
    });
  });

  it.each([
    ['an 8-bit reference', { esm_class: 0x40, short_message: Buffer.from('050003070302486a', 'hex') }, 7],
    ['a 16-bit reference', { esm_class: 0x40, short_message: Buffer.from('06080401070302486a', 'hex') }, 263],
    [
      'other elements before it',
      { esm_class: 0x40, short_message: Buffer.from('0b05040b8423f0000307' + '0302486a', 'hex') },
      7,
    ],
    [
      'optional parameters',
      { sar_msg_ref_num: 4660, sar_total_segments: 3, sar_segment_seqnum: 2, short_message: octets('Hj') },
      4660,
    ],
    [
      'a payload, which has a header too',
      { esm_class: 0x40, short_message: Buffer.alloc(0), message_payload: Buffer.from('050003070302486a', 'hex') },
      7,
    ],
  ])('is one of several by %s', (_name, fields, reference) => {
    expect(of({ ...FIELDS, ...fields })).toMatchObject({ part: { reference, part: 2, parts: 3, text: 'Hj' } });
  });

  it.each(['050003070300', '050003070304', '050003070000', '050003070101'])(
    'is a message of its own with the impossible place %s',
    (header) => {
      const short_message = Buffer.from(`${header}486a`, 'hex');
      expect(of({ ...FIELDS, esm_class: 0x40, short_message })).toMatchObject({
        part: { reference: null, part: 1, parts: 1, text: 'Hj' },
      });
    },
  );

  it('reads a payload, and an empty text', () => {
    const empty = Buffer.alloc(0);
    expect(of({ ...FIELDS, short_message: empty, message_payload: octets('x'.repeat(400)) })).toMatchObject({
      part: { text: 'x'.repeat(400) },
    });
    expect(of({ ...FIELDS, short_message: empty })).toMatchObject({ part: { text: '' } });
  });

  it('reads a data_sm, which has no short message', () => {
    expect(of({ ...FIELDS, short_message: undefined, message_payload: octets('Hello') })).toMatchObject({
      part: { text: 'Hello' },
    });
  });

  it.each([
    [1, '4915112345678', '+4915112345678'],
    [0, '4915112345678', '+4915112345678'],
    [0, '+4915112345678', '+4915112345678'],
    [2, '015112345678', '015112345678'],
    [5, 'Trunkline', 'Trunkline'],
    [3, '24365', '24365'],
    [0, '24365', '24365'],
  ])('comes from an address of type %i, %s', (source_addr_ton, source_addr, from) => {
    expect(of({ ...FIELDS, source_addr_ton, source_addr })).toMatchObject({ part: { from } });
  });

  it.each([
    ['a header that is cut off', { esm_class: 0x40, short_message: Buffer.from('0900', 'hex') }],
    ['an element that is cut off', { esm_class: 0x40, short_message: Buffer.from('03000907', 'hex') }],
    ['a national language table', { esm_class: 0x40, short_message: Buffer.from('0325010148', 'hex') }],
    ['a binary text', { data_coding: 4 }],
  ])('is refused with %s', (_name, fields) => {
    expect(statusOf(() => of({ ...FIELDS, ...fields }))).toBe(STATUS.rejected);
  });
});

describe('a receipt of a carrier', () => {
  it('is read from its optional parameters', () => {
    const fields = {
      receipted_message_id: '7a3f',
      message_state: 5,
      network_error_code: Buffer.from([3, 0, 27]),
      esm_class: 4,
      short_message: Buffer.alloc(0),
    };
    expect(of({ ...FIELDS, ...fields })).toEqual({
      kind: 'receipt',
      report: {
        carrierMessageId: '7a3f',
        from: '+14155550100',
        to: '+4915112345678',
        state: 'undelivered',
        code: '27',
        at: null,
      },
    });
  });

  it('is read from optional parameters without its type', () => {
    expect(of({ ...FIELDS, receipted_message_id: 'a', message_state: 2 })).toMatchObject({ kind: 'receipt' });
  });

  it.each([
    [
      'id:123 sub:001 dlvrd:001 submit date:2611281600 done date:2611281601 stat:DELIVRD err:000 text:Hello',
      '123',
      'delivered',
      null,
    ],
    [
      'id:123 sub:001 dlvrd:000 submit date:2611281600 done date:2611281601 stat:UNDELIV err:021 text:',
      '123',
      'undelivered',
      '021',
    ],
    ['id:0a-b stat:EXPIRED', '0a-b', 'expired', null],
    ['ID: 55 STAT: Delivered ERR: 0', '55', 'delivered', null],
    ['stat:REJECTD err:ABC id:7', '7', 'rejected', 'ABC'],
    ['id:1 stat:ENROUTE', '1', 'accepted', null],
    ['id:1 stat:ACCEPTD', '1', 'accepted', null],
    ['id:1 stat:DELETED', '1', 'undelivered', null],
    ['id:1 stat:UNKNOWN', '1', 'unknown', null],
    ['sub:001 stat:DELIVRD err:000', null, 'delivered', null],
    ['id:9\0 stat:UNDELIV err:021\0', '9', 'undelivered', '021'],
  ])('is read from the text %s', (text, carrierMessageId, state, code) => {
    expect(receipt(text)).toMatchObject({ report: { carrierMessageId, state, code } });
  });

  it('of an intermediate state is one too', () => {
    expect(receipt('id:1 stat:ENROUTE', { esm_class: 0x20 })).toMatchObject({ report: { state: 'accepted' } });
  });

  it('is not what a phone sends with the same text', () => {
    const text = 'id:123 sub:001 dlvrd:001 stat:DELIVRD err:000 text:';
    expect(of({ ...FIELDS, short_message: octets(text) })).toMatchObject({ kind: 'part', part: { text } });
  });

  it('is refused without a known state', () => {
    for (const text of ['', 'id:1', 'id:1 stat:', 'id:1 stat:WHATEVR', 'Hello'])
      expect(statusOf(() => receipt(text))).toBe(STATUS.permanentError);
  });
});
