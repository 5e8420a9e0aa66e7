export * from './mail/faulty-mailer';
export * from './mail/folder-mailer';
export * from './mail/mail-outbox';
export * from './mail/mailer';
export * from './mail/send-mail';
export * from './mail/smtp-mailer';
