import { thresholdOf, thresholdText } from './thresholds';

describe('the threshold of an alarm', () => {
  it('is typed in percent, seconds or dollars, and sent in the unit of the API', () => {
    expect(thresholdOf('asr_pct', '40 %')).toBe(40);
    expect(thresholdOf('failure_pct', '12.5')).toBe(12.5);
    expect(thresholdOf('acd_s', '90 s')).toBe(90);
    expect(thresholdOf('cost_cents', '$1,250.50')).toBe(125_050);
  });

  it('is nothing else', () => {
    expect(['', 'many', '-1', '1.25', '1e3'].map((text) => thresholdOf('asr_pct', text))).toEqual(
      Array.from({ length: 5 }, () => null),
    );
  });

  it('is edited as it was typed', () => {
    expect([thresholdText('asr_pct', 12.5), thresholdText('cost_cents', 125_050)]).toEqual(['12.5', '1250.50']);
  });
});
