import { keywordOf } from './keywords';

describe('keywordOf', () => {
  it.each([
    ['STOP', 'en'],
    ['STOPP', 'sv'],
    ['ARRÊT', 'fr'],
    ['ARRET', 'fr'],
    ['PARAR', 'es'],
    ['BASTA', 'it'],
    ['STOPPEN', 'nl'],
    ['СТОП', 'ru'],
    ['توقف', 'ar'],
  ])('reads %s as a stop in %s', (body, language) => {
    expect(keywordOf(body)).toEqual({ action: 'stop', language });
  });

  it.each(['UNSUBSCRIBE', 'cancel', 'End', 'quit'])('reads %s as a stop', (body) => {
    expect(keywordOf(body)?.action).toBe('stop');
  });

  it.each([
    ['START', 'start'],
    ['Help', 'help'],
  ])('reads %s as %s', (body, action) => {
    expect(keywordOf(body)?.action).toBe(action);
  });

  it.each([
    ' stop\r\n',
    'Stop.',
    '"STOP"',
    'arre\u0302t',
    'sto\u0301p',
    '\u200fتَوَقَّف\u200f',
    'ＳＴＯＰ',
    'стоп!',
    '¡Parar!',
    '\u00a0stop',
  ])('ignores letter case, accents, and what surrounds the word in %j', (body) => {
    expect(keywordOf(body)?.action).toBe('stop');
  });

  it.each(['', '!', 'stop it', 'please stop', 'nonstop', 'unsubscribed', `stop${' '.repeat(100)}`, '🛑', '\ud800'])(
    'finds none in %j',
    (body) => {
      expect(keywordOf(body)).toBeNull();
    },
  );
});
