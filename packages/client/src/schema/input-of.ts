/** The parameters of a tool with this input schema; `unknown` where the schema is not simple. */
export type InputOf<Schema> =
  ValueOf<Schema> extends infer Value extends Record<string, unknown> ? Value : Record<string, unknown>;

type ValueOf<Schema> = Schema extends { const: infer Value }
  ? Value
  : Schema extends { enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { type: readonly (infer Name)[] }
      ? ValueNamed<Name, Schema>
      : Schema extends { type: infer Name }
        ? ValueNamed<Name, Schema>
        : unknown;

type ValueNamed<Name, Schema> = Name extends keyof Values<Schema> ? Values<Schema>[Name] : unknown;

interface Values<Schema> {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  null: null;
  array: Schema extends { items: infer Item } ? ValueOf<Item>[] : unknown[];
  object: Schema extends { properties: infer Properties } ? ObjectOf<Properties, Schema> : Record<string, unknown>;
}

type ObjectOf<Properties, Schema> = Flat<
  { -readonly [Name in keyof Properties & RequiredOf<Schema>]: ValueOf<Properties[Name]> } & {
    -readonly [Name in Exclude<keyof Properties, RequiredOf<Schema>>]?: ValueOf<Properties[Name]>;
  }
>;

type RequiredOf<Schema> = Schema extends { required: readonly (infer Name)[] } ? Name : never;

// Editors show one object type in place of two.
type Flat<Type> = { [Name in keyof Type]: Type[Name] };
