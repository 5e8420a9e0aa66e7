import * as fields from '../../ui/forms/fields';

/** The code of a second factor. */
export const CODE = fields.text('Code from your authenticator', {
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
});
