import type { Keyword, ReplyLanguage } from './keywords';

/** One part each: GSM-7 of at most 160 characters, or UCS-2 of at most 70. */
const STOPPED: Readonly<Record<ReplyLanguage, string>> = {
  en: 'You will receive no more messages from this number. Reply START to receive them again.',
  sv: 'Du får inga fler meddelanden från det här numret. Svara START för att få dem igen.',
  fr: 'Vous ne recevrez plus de messages de ce numéro. Répondez START pour en recevoir à nouveau.',
  es: 'No recibirá más mensajes de este número. Para recibirlos: START',
  it: 'Non riceverà altri messaggi da questo numero. Risponda START per riceverne ancora.',
  nl: 'U ontvangt geen berichten meer van dit nummer. Antwoord START om ze weer te ontvangen.',
  ru: 'Вы больше не получите сообщений с этого номера. Вернуть их: START',
  ar: 'لن تصلك رسائل أخرى من هذا الرقم. للاشتراك مجددا أرسل START',
};
const STARTED = 'You will receive messages from this number again. Reply STOP to receive no more.';
const HELP = 'Reply STOP to receive no more messages from this number, or START to receive them again.';

/** Returns the text that answers a keyword. */
export function replyTo({ action, language }: Keyword): string {
  if (action === 'help') return HELP;
  return action === 'start' ? STARTED : STOPPED[language];
}
