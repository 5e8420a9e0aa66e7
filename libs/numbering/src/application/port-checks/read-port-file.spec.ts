import { readPortFile, TooManyRows } from './read-port-file';

const read = (...lines: string[]) => readPortFile(Buffer.from(lines.join('\r\n')));
const e164s = async (...lines: string[]) => (await read(...lines)).rows.map(({ e164 }) => e164);

describe('a file of numbers', () => {
  it.each([
    ['Twilio', ['Phone Number,Friendly Name,SID', '+12125550123,Main,PN1'], '+12125550123'],
    ['Twilio', ['AccountSid,FriendlyName,PhoneNumber', 'AC1,"Main, office",+12125550123'], '+12125550123'],
    ['Telnyx', ['phone_number,status,connection_name,tags', '+12125550123,active,PBX,'], '+12125550123'],
    ['Telnyx', ['id,number_val_e164,connection_id', '1,+12125550123,2'], '+12125550123'],
    ['DIDWW', ['DID Number,Country,City', '493012345678,Germany,Berlin'], '+493012345678'],
    ['DIDWW', ['number,description,capacity_limit', '493012345678,,2'], '+493012345678'],
    [null, ['e164', '+493012345678'], '+493012345678'],
  ])('of %s is recognised by its columns', async (carrier, lines, e164) => {
    const file = await read(...lines);
    expect(file).toMatchObject({ carrier, rows: [{ line: 2, e164 }], faults: [] });
  });

  it('has PINs where the carrier exports them', async () => {
    const { rows } = await read('phone_number,external_pin,connection_id', '+12125550123,4711,1', '+12125550124,,1');
    expect(rows.map(({ pin }) => pin)).toEqual(['4711', null]);
  });

  it.each(['+1 (212) 555-0123', '="+12125550123"', "'12125550123", '12125550123', '1.212.555.0123'])(
    'is read with a number as %s',
    async (spelled) => {
      expect(await e164s('e164', `"${spelled.replaceAll('"', '""')}"`)).toEqual(['+12125550123']);
    },
  );

  it('lists what is no number, repeated, or gone, by line', async () => {
    const { rows, faults } = await read(
      'phone_number,status,connection_id',
      '+12125550123,active,1',
      '1.5551E+10,active,1',
      '+12125550123,active,1',
      '+12125550124,ported_out,1',
      '"+12125550125,active,1',
    );
    expect(rows).toHaveLength(1);
    expect(faults).toEqual([
      { line: 3, column: 'phone_number', message: expect.stringContaining('1.5551E+10') },
      { line: 4, column: 'phone_number', message: 'repeats line 2' },
      { line: 5, column: 'phone_number', message: 'The number is ported_out.' },
      { line: 6, column: 'phone_number', message: expect.stringContaining('quotes') },
    ]);
  });

  it('is refused with other columns, and without any', async () => {
    expect(await read('name,colour', 'a,b')).toMatchObject({ rows: [], faults: [{ line: 1, column: 'name' }] });
    expect(await read('')).toMatchObject({
      rows: [],
      faults: [{ line: 1, message: expect.stringContaining('empty') }],
    });
  });

  it('has at most 10,000 lines', async () => {
    const lines = Array.from({ length: 10_000 }, (_, n) => `+4930${10_000_000 + n}`);
    expect((await read('e164', ...lines)).rows).toHaveLength(10_000);
    await expect(read('e164', ...lines, '+493099999999')).rejects.toThrow(TooManyRows);
  });
});
