const SHOWN_MS = 2000;

/** Adds a button to a sample that copies it. */
export function addCopyButton(figure: HTMLElement): void {
  const caption = figure.querySelector('figcaption');
  const code = figure.querySelector('code');
  if (!caption || !code) return;
  const title = caption.textContent;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy ${title}`);
  const outcome = document.createElement('span');
  outcome.setAttribute('role', 'status');
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(code.textContent).then(
      () => say('Copied'),
      () => say('Select the text to copy it'),
    );
  });
  const say = (text: string): void => {
    outcome.textContent = text;
    setTimeout(() => {
      outcome.textContent = '';
    }, SHOWN_MS);
  };
  caption.append(outcome, button);
}
