import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NOWHERE } from '../../domain/sessions/session';
import { MaxmindGeolocation } from './maxmind-geolocation';

describe('The bundled GeoIP database', () => {
  const geolocation = new MaxmindGeolocation({});

  it.each([
    ['8.8.8.8', 'US'],
    ['81.2.69.142', 'GB'],
    ['133.11.0.1', 'JP'],
    ['2a02:6b8::1', 'RU'],
  ])('locates %s in %s', (ip, country) => {
    expect(geolocation.locate(ip)).toEqual({ country, city: null });
  });

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '192.168.1.1',
    '203.0.113.7',
    '::1',
    'fe80::1',
    '2001:db8::1',
    'nonsense',
    '',
    null,
  ])('does not locate %p', (ip) => {
    expect(geolocation.locate(ip)).toEqual(NOWHERE);
  });
});

describe('A configured GeoIP database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-geo-'));
  /** The least that the format allows: one node, whose both sides lead to one record. */
  const databaseOf = (record: object): string => {
    const path = join(folder, `${String(Math.random())}.mmdb`);
    writeFileSync(path, mmdb(record));
    return path;
  };
  const locate = (record: object, ip = '8.8.8.8') =>
    new MaxmindGeolocation({ GEOIP_FILE: databaseOf(record) }).locate(ip);

  it('may be one of MaxMind, with cities', () => {
    const record = { country: { iso_code: 'FR' }, city: { names: { en: 'Paris', fr: 'Paris' } } };
    expect(locate(record)).toEqual({ country: 'FR', city: 'Paris' });
  });

  it('may be a flat one, with cities', () => {
    expect(locate({ country_code: 'FR', city: 'Lyon' })).toEqual({ country: 'FR', city: 'Lyon' });
  });

  it('may contain less', () => {
    for (const record of [{}, { country_code: 'EU' }, { country_code: 'ZZ' }, { country: {} }, { city: { names: {} } }])
      expect(locate(record)).toEqual(NOWHERE);
  });

  it('rejects a missing or invalid file at the start', () => {
    const broken = join(folder, 'broken.mmdb');
    writeFileSync(broken, 'not a database');
    for (const path of [join(folder, 'absent.mmdb'), broken])
      expect(() => new MaxmindGeolocation({ GEOIP_FILE: path })).toThrow(`${path}: set GEOIP_FILE`);
  });
});

type Value = string | number | { readonly [name: string]: Value };

/** MaxMind DB file format, version 2.0: control byte with type and size, then the value. */
function encoded(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)]);
  if (typeof value === 'number') return Buffer.from([(6 << 5) | 4, 0, 0, value >> 8, value & 255]);
  const members = Object.entries(value);
  const inside = members.flatMap(([name, member]) => [encoded(name), encoded(member)]);
  return Buffer.concat([Buffer.from([(7 << 5) | members.length]), ...inside]);
}

function mmdb(record: object): Buffer {
  const nodes = 1;
  const data = encoded(record as Value);
  const leaf = nodes + 16;
  const tree = Buffer.from([0, 0, leaf, 0, 0, leaf]);
  const metadata = encoded({
    node_count: nodes,
    record_size: 24,
    ip_version: 4,
    database_type: 'test',
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
  });
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  return Buffer.concat([tree, Buffer.alloc(16), data, marker, metadata]);
}
