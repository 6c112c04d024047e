/** A value of a bucket, and the number of the write that stored it. Numbers grow over the whole bucket. */
export interface Entry<Value> {
  value: Value;
  revision: number;
}

/** Keys and values that every member of the fleet sees, written by compare-and-set. */
export interface Bucket<Value> {
  get(key: string): Promise<Entry<Value> | undefined>;
  /** Returns the revision, or undefined if the key exists. */
  create(key: string, value: Value): Promise<number | undefined>;
  /** Returns the new revision, or undefined if the key has another revision than `revision`. */
  update(key: string, value: Value, revision: number): Promise<number | undefined>;
  /** False if the key has another revision than `revision`. */
  remove(key: string, revision: number): Promise<boolean>;
}
