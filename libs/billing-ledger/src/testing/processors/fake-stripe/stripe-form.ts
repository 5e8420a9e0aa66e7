export type Form = { readonly [name: string]: string | Form | undefined };

/** Parses Stripe's nested forms: `metadata[key]=value`, `payment_method_types[0]=card`. */
export function parseForm(text: string): Form {
  const form: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    const leaf = path.pop() ?? name;
    let inner = form;
    for (const part of path) inner = (inner[part] ??= {}) as Record<string, unknown>;
    inner[leaf] = value;
  }
  return form as Form;
}

export function textOf(form: Form, name: string): string {
  const value = form[name];
  return typeof value === 'string' ? value : '';
}

export function formOf(form: Form, name: string): Form {
  const value = form[name];
  return typeof value === 'object' ? value : {};
}
