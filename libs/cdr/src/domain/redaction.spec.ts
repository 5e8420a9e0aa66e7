import { redact } from './redaction';

describe('redact', () => {
  it.each([
    ['+493012345', '+49301****'],
    ['sip:+493012345@gw.example.com', 'sip:+49301****@gw.example.com'],
    ['sip:+493012345@203.0.113.7', 'sip:+49301****@203.0.113.7'],
    ['123', '***'],
    ['anonymous', 'anonymous'],
  ])('hides the last four digits of %s in partial', (party, shown) => {
    expect(redact(party, 'partial')).toBe(shown);
  });

  it('returns all of the number in none, and null in full', () => {
    expect(redact('+493012345', 'none')).toBe('+493012345');
    expect(redact('+493012345', 'full')).toBeNull();
    expect(redact(null, 'partial')).toBeNull();
  });
});
