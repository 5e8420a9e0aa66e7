// The package has no types; this is its codec, the only part of it that links use.
declare module 'smpp' {
  /** A field's type on the wire. */
  interface FieldType {
    /** Octets that the value takes. */
    size(value: unknown): number;
  }

  interface CommandDefinition {
    readonly id: number;
    readonly command: string;
    readonly params?: Readonly<Record<string, { readonly type: FieldType }>>;
  }

  /** A protocol data unit. Its fields and optional parameters are members with their names in SMPP. */
  interface ProtocolDataUnit {
    toBuffer(): Buffer;
    /** Converts the members between what is on the wire and what callers use. */
    _filter(direction: 'encode' | 'decode'): void;
  }

  const smpp: {
    /** Reads the octets of a whole PDU, or creates one of a command. */
    readonly PDU: new (command: string | Buffer, members?: Readonly<Record<string, unknown>>) => ProtocolDataUnit;
    readonly commandsById: Readonly<Record<number, CommandDefinition>>;
    readonly errors: Readonly<Record<string, number>>;
  };
  export default smpp;
}
