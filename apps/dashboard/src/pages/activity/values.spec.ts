import { Format } from '../../format/format';
import { textOf, titleOf } from './values';

const format = new Format('en-US', 'UTC');

describe('a changed field', () => {
  it.each([
    ['name', 'Name'],
    ['monthly_price_cents', 'Monthly price'],
    ['trunk_id', 'Trunk'],
    ['inbound_cidrs', 'Source networks'],
    ['settings.cdr_redaction', 'CDR redaction'],
    ['outbound.daily_cap_cents', 'Outbound: daily cap'],
    ['change.deletion_lock', 'Change: deletion lock'],
    ['sms_webhook_url', 'Webhook of messages'],
  ])('has a title: %s is “%s”', (field, title) => {
    expect(titleOf(field)).toBe(title);
  });

  it.each([
    ['monthly_price_cents', 150, '$1.50'],
    ['ring_timeout_s', 30, '30 s'],
    ['exp_year', 2031, '2031'],
    ['weight', 1000, '1,000'],
    ['enabled', false, 'No'],
    ['trunk_id', null, '–'],
    ['tags', [], '–'],
    ['tags', ['sales', 'berlin'], 'sales, berlin'],
    ['codec_preference', ['g711a', 'opus'], 'G.711 A-law, Opus'],
    ['status', 'pending_documents', 'Pending documents'],
    ['registration_mode', 'static_ip', 'Source address'],
    ['suspended_for', ['non_payment'], 'Non payment'],
    ['country', 'DE', 'Germany'],
    ['settings.cdr_redaction', 'none', 'None'],
    ['name', 'static_ip', 'static_ip'],
    ['conditions', [{ kind: 'time' }, { kind: 'caller' }], '2'],
    ['name', 'x'.repeat(100), `${'x'.repeat(80)}…`],
  ])('has a value in words: %s %j is “%s”', (field, value, text) => {
    expect(textOf(field, value, format)).toBe(text);
  });
});
