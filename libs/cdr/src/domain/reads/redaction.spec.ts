import { redact } from './redaction';

describe('redacted', () => {
  it.each([
    ['+493012345', '+49301****'],
    ['sip:+493012345@gw.example.com', 'sip:+49301****@gw.example.com'],
    ['sip:+493012345@203.0.113.7', 'sip:+49301****@203.0.113.7'],
    ['123', '***'],
    ['anonymous', 'anonymous'],
  ])('partly hides the last four digits of %s', (party, shown) => {
    expect(redact(party, 'partial')).toBe(shown);
  });

  it('shows all, or nothing', () => {
    expect(redact('+493012345', 'none')).toBe('+493012345');
    expect(redact('+493012345', 'full')).toBeNull();
    expect(redact(null, 'partial')).toBeNull();
  });
});
