import { SupplierRefs } from '../../application/registration/end-user-registrar';

export class FakeSupplierRefs extends SupplierRefs {
  readonly refs = new Map<string, string>();

  override async once(supplier: string, key: string, create: () => Promise<string>): Promise<string> {
    const name = `${supplier}/${key}`;
    const ref = this.refs.get(name) ?? (await create());
    this.refs.set(name, ref);
    return ref;
  }
}
