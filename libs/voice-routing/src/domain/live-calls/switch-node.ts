/** A process of a switch. `node` is empty for a switch of one process. */
export interface SwitchNode {
  readonly switchId: string;
  readonly node: string;
}
