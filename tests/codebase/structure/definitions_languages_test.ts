import { assertEquals } from "@std/assert";
import { type Definition, definitions } from "../../../lib/codebase/structure/definitions.ts";
import type { Language } from "../../../lib/codebase/files/languages.ts";

interface Sample {
  language: Language;
  source: string;
  expected: string[];
}

/** `first-last kind container.name < bases` */
function said({ line, endLine, kind, container, name, bases }: Definition): string {
  const holder = container === undefined ? "" : `${container}.`;
  return `${line}-${endLine} ${kind} ${holder}${name}${bases === undefined ? "" : ` < ${bases.join(", ")}`}`;
}

const SAMPLES: Sample[] = [
  {
    language: "typescript",
    source: `import { x } from "./x.ts";
export const LIMIT = 5;
export const table = [
  { a: 1 },
  { b: foo(2) },
];
export default class Foo<T extends Bar> extends mod.Base<T> implements A, B {
  private count = 0;
  static handlers = new Map();
  constructor(private readonly a: string) {
    super();
  }
  async login<T>(user: User): Promise<void> {
    if (user) {
      call(user);
    }
  }
  private onClick = (event: Event) => {
    this.count++;
  };
  get size() { return 1; }
  abstract area(): number;
  multi(
    a: number,
  ): string {
    return "}";
  }
}
export interface Shape extends Named {
  area(x: number): number;
  name: string;
}
type Id = string | number;
export enum Color { Red }
export const arrow = async (a: number): Promise<void> => {
  const inner = (b) => b;
};
const typed: (x: number) => void = (x) => {};
export function* gen<T>(a: T) {
}
const api = {
  get: async (url) => fetch(url),
  post(url) {
    return describe("x", function () {
    });
  },
  put: function (x) {},
};
describe("thing", () => {
  it("works", async () => {
    expect(1);
  });
});
Foo.prototype.bar = function () {};
module.exports.baz = function baz() {};
`,
    expected: [
      "2-2 constant LIMIT",
      "3-6 constant table",
      "7-28 class Foo < Base, A, B",
      "10-12 method Foo.constructor",
      "13-17 method Foo.login",
      "18-20 method Foo.onClick",
      "21-21 method Foo.size",
      "22-22 method Foo.area",
      "23-27 method Foo.multi",
      "29-32 interface Shape < Named",
      "30-30 method Shape.area",
      "33-33 type Id",
      "34-34 enum Color",
      "35-37 function arrow",
      "36-36 function inner",
      "38-38 constant typed",
      "39-40 function gen",
      "41-48 constant api",
      "42-42 method api.get",
      "43-46 method api.post",
      "47-47 method api.put",
      "54-54 method Foo.bar",
      "55-55 function baz",
    ],
  },
  {
    language: "python",
    source: `"""Doc def nope(): """
import os
TIMEOUT: int = 5
urlpatterns = [
    1,
]
@decorator(x)
class Model(Base, mixins.Other, metaclass=Meta):
    """Docs
class Nope: x
    """
    objects = 1

    @property
    def name(self):
        return "x"

    async def save(
        self,
        a,
    ) -> None:
        def inner():
            pass
        x = 5

def top(a, b):
    if a:
        return 1

    return 2
`,
    expected: [
      "3-3 constant TIMEOUT",
      "4-6 constant urlpatterns",
      "8-24 class Model < Base, Other",
      "12-12 constant Model.objects",
      "15-16 method Model.name",
      "18-24 method Model.save",
      "22-23 function inner",
      "26-30 function top",
    ],
  },
  {
    language: "go",
    source: `package main

type Server struct {
	Addr string
}
type Handler interface {
	ServeHTTP(w http.ResponseWriter, r *http.Request)
}
const MaxSize = 5

var ErrFoo = errors.New("foo")

type Opt func(*Server)

func (s *Server) Listen(addr string) error {
	if s == nil {
		return nil
	}
	return nil
}

func New[T any](a T) *Server {
	return &Server{
		Addr: "x",
	}
}
`,
    expected: [
      "3-5 class Server",
      "6-8 interface Handler",
      "7-7 method Handler.ServeHTTP",
      "9-9 constant MaxSize",
      "11-11 constant ErrFoo",
      "13-13 type Opt",
      "15-20 method Server.Listen",
      "22-26 function New",
    ],
  },
  {
    language: "rust",
    source: `//! docs
pub(crate) const MAX: usize = 5;
#[derive(Debug)]
pub struct Foo<'a> {
    x: &'a str,
}
pub struct Unit;
pub enum E { A, B }
pub trait Shape: Clone + Debug {
    fn area(&self) -> f64;
}
impl<'a> Foo<'a> {
    pub async fn new(x: &'a str) -> Self {
        Foo { x }
    }
}
impl<T: Display> fmt::Display for Wrapper<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", 1)
    }
}
mod tests {
    use super::*;
    #[test]
    fn it_works() {}
}
macro_rules! foo { () => {} }
`,
    expected: [
      "2-2 constant MAX",
      "4-6 class Foo",
      "7-7 class Unit",
      "8-8 enum E",
      "9-11 interface Shape < Clone, Debug",
      "10-10 method Shape.area",
      "12-16 implementation Foo",
      "13-15 method Foo.new",
      "17-21 implementation Wrapper < Display",
      "18-20 method Wrapper.fmt",
      "22-26 module tests",
      "25-25 function tests.it_works",
      "27-27 macro foo",
    ],
  },
  {
    language: "kotlin",
    source: `package foo
data class User(val name: String, val age: Int) : Base(), Named {
    companion object {
        const val MAX = 5
        fun of(x: String): User = User(x, 1)
    }
    override suspend fun <T> load(id: Int): T {
        val x = 5
        return x
    }
    private val handler by lazy { foo() }
}
fun String.shout() = uppercase()
sealed interface Shape
object Single : Foo
enum class Color { RED, BLUE }
typealias X = String
@Serializable @SerialName("a") class Attributed {
    @Test @Ignore("b") fun sells() {}
}
`,
    expected: [
      "2-12 class User < Base, Named",
      "4-4 constant User.MAX",
      "5-5 method User.of",
      "7-10 method User.load",
      "11-11 constant User.handler",
      "13-13 method String.shout",
      "14-14 interface Shape",
      "15-15 class Single < Foo",
      "16-16 enum Color",
      "17-17 type X",
      "18-20 class Attributed",
      "19-19 method Attributed.sells",
    ],
  },
  {
    language: "swift",
    source: `public final class Foo: Base, Proto {
    let x = 5
    init(a: Int) {
    }
    override func viewDidLoad() {
        let y = 1
    }
    static func make<T>(_ a: T) -> Foo { Foo() }
}
extension Foo: Codable {
    func enc() {}
}
protocol Proto: AnyObject {
    func go()
}
struct S { }
enum E: String { case a }
@available(iOS 17, *) @_spi(Shop) public final class Attributed: Base {
    @objc public private(set) var count = 0
    @objc(makeWith:) public required init(a: Int) {
    }
    subscript(index: Int) -> Int { index }
}
extension [Shop.Item] {
    func total() {}
}
`,
    expected: [
      "1-9 class Foo < Base, Proto",
      "2-2 constant Foo.x",
      "3-4 method Foo.init",
      "5-7 method Foo.viewDidLoad",
      "8-8 method Foo.make",
      "10-12 implementation Foo < Codable",
      "11-11 method Foo.enc",
      "13-15 interface Proto < AnyObject",
      "14-14 method Proto.go",
      "16-16 class S",
      "17-17 enum E < String",
      "18-23 class Attributed < Base",
      "19-19 constant Attributed.count",
      "20-21 method Attributed.init",
      "22-22 method Attributed.subscript",
      "24-26 implementation Item",
      "25-25 method Item.total",
    ],
  },
  {
    language: "scala",
    source: `package foo
trait Shape extends Base with Named {
  def area: Double
}
case class Circle(r: Double) extends Shape with Foo {
  override def area: Double = {
    val x = 1
    x
  }
  private val y = 2
}
object Circle { def apply(r: Double) = new Circle(r) }
`,
    expected: [
      "2-4 interface Shape < Base, Named",
      "3-3 method Shape.area",
      "5-11 class Circle < Shape, Foo",
      "6-9 method Circle.area",
      "10-10 constant Circle.y",
      "12-12 class Circle",
    ],
  },
  {
    language: "ruby",
    source: `module Foo
  class Bar < ActiveRecord::Base
    MAX = 5
    scope :active, -> { where(active: true) }
    def initialize(a)
      @a = a
    end

    def self.find!(id)
      if id
        x
      end
    rescue Foo
      nil
    end

    class << self
      def build; end
    end
  end
end
`,
    expected: [
      "1-21 module Foo",
      "2-20 class Foo.Bar < Base",
      "3-3 constant Bar.MAX",
      "4-4 method Bar.active",
      "5-7 method Bar.initialize",
      "9-15 method Bar.find!",
      "18-18 method Bar.build",
    ],
  },
  {
    language: "php",
    source: `<?php
namespace App\\Models;
use Foo\\Bar;
final class User extends \\Foo\\Model implements A, B
{
    const MAX = 5;
    public static function find(int $id): ?User
    {
        if ($id) { return null; }
        $f = function ($x) { };
    }
    abstract protected function go();
}
function helper() {}
`,
    expected: [
      "4-13 class User < Model, A, B",
      "6-6 constant User.MAX",
      "7-11 method User.find",
      "12-12 method User.go",
      "14-14 function helper",
    ],
  },
  {
    language: "bash",
    source: `#!/bin/bash
foo() {
  echo "\${x#y}" # {
}
function bar {
  if true; then x; fi
}
`,
    expected: [
      "2-4 function foo",
      "5-7 function bar",
    ],
  },
  {
    language: "lua",
    source: `local M = {}
function M.foo(a)
  if a then
    return 1
  end
end
function M:bar() end
local function baz() end
M.q = function(x) end
`,
    expected: [
      "1-1 constant M",
      "2-6 method M.foo",
      "7-7 method M.bar",
      "8-8 function baz",
      "9-9 method M.q",
    ],
  },
  {
    language: "elixir",
    source: `defmodule Foo.Bar do
  @moduledoc """
  def nope
  """
  def hello(a, b) do
    if a do
      b
    end
  end
  defp priv(x), do: x
  defmacro mac(x) do
  end
end
`,
    expected: [
      "1-13 module Bar",
      "5-9 function Bar.hello",
      "10-10 function Bar.priv",
      "11-12 macro Bar.mac",
    ],
  },
  {
    language: "sql",
    source: `CREATE TABLE IF NOT EXISTS public.users (
  id int
);
create or replace function add(a int) returns int as $$ begin end; $$;
`,
    expected: [
      "1-3 type users",
      "4-4 function add",
    ],
  },
  {
    language: "proto",
    source: `message Foo { string a = 1; }
service Api {
  rpc Get (Foo) returns (Foo);
}
`,
    expected: [
      "1-1 class Foo",
      "2-4 interface Api",
      "3-3 method Api.Get",
    ],
  },
  {
    language: "java",
    source: `package com.foo;

import java.util.List;

/** class Nope { } */
@Service
@RequestMapping(value = "/x", method = {RequestMethod.GET})
public abstract class A<T extends Foo> extends Base<T> implements B, C<D> {
    private static final Logger LOG = LoggerFactory.getLogger(A.class);
    private final List<String> names = new ArrayList<>();
    private int x;

    public A(int x) {
        this.x = x;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <R> Map<String, List<R>> find(
            final String name,
            int count) throws IOException {
        if (x > 1) {
            return foo(new Runnable() {
                @Override
                public void run() { }
            });
        }
        for (int i = 0; i < 2; i++) {
        }
    }

    abstract void go(int a);

    interface Inner { void m(); }
    enum Kind { ONE(1), TWO(2); Kind(int x) { } }
    record Point(int x, int y) implements Shape { }
}
`,
    expected: [
      "8-37 class A < Base, B, C",
      "9-9 constant A.LOG",
      "10-10 constant A.names",
      "13-15 method A.A",
      "19-30 method A.find",
      "32-32 method A.go",
      "34-34 interface A.Inner",
      "35-35 enum A.Kind",
      "36-36 class A.Point < Shape",
    ],
  },
  {
    language: "c",
    source: `#include <stdio.h>
#define MAX 10
#define FOO(x) do { x } while (0)
typedef struct {
    int a;
} point_t;
struct node {
    struct node *next;
};
typedef unsigned long ulong_t;
typedef int (*callback)(int);
enum color { RED };
static int counter = 0;
int prototype(int a);
static inline struct node *
make_node(int a,
          char *b)
{
    if (a) {
        return call(a);
    }
#ifdef X
    while (a) {
#else
    for (;;) {
#endif
    }
}
int main(void) { return 0; }
static const struct file_operations ops = {
    .open = my_open,
};
int last(void)
{
}
MODULE_LICENSE("GPL");
`,
    expected: [
      "2-2 macro MAX",
      "3-3 macro FOO",
      "6-6 class point_t",
      "7-9 class node",
      "10-10 type ulong_t",
      "11-11 type callback",
      "12-12 enum color",
      "16-28 function make_node",
      "29-29 function main",
      "30-32 constant ops",
      "33-35 function last",
    ],
  },
  {
    language: "cpp",
    source: `#include "a.h"
namespace foo::bar {
template <typename T>
class EXPORT Widget final : public Base<T>, private ns::Other {
public:
    Widget();
    ~Widget() override = default;
    virtual int size() const noexcept { return 1; }
    static Widget *create(int a, int b = 5);
    bool operator==(const Widget &o) const;
private:
    int x_{0};
    std::vector<int> v_;
};
Widget::Widget() : x_{5} {
}
std::string Widget::name(const std::string &s) const {
    for (auto &x : v_) { }
    return "";
}
auto lambda = [](int a) { return a; };
using Str = std::string;
constexpr int kMax = 10;
} // namespace
extern "C" {
void c_api(void) {
}
}
`,
    expected: [
      "2-2 module foo::bar",
      "4-14 class Widget < Base, Other",
      "6-6 method Widget.Widget",
      "7-7 method Widget.~Widget",
      "8-8 method Widget.size",
      "9-9 method Widget.create",
      "10-10 method Widget.operator==",
      "15-16 method Widget.Widget",
      "17-20 method Widget.name",
      "22-22 type Str",
      "23-23 constant kMax",
      "26-27 function c_api",
    ],
  },
  {
    language: "csharp",
    source: `using System;
namespace Foo.Bar;
[Serializable]
public sealed class Service<T> : BaseService, IService where T : class
{
    private readonly ILogger _logger;
    public const int Max = 5;
    public string Name { get; set; }
    public int Count => _items.Count;
    public Service(ILogger logger) : base(logger)
    {
        _logger = logger;
    }
    [HttpGet("x")]
    public async Task<List<T>> GetAsync(int id, [FromBody] string x = "a")
    {
        if (id > 0) { return null; }
        using (var x = foo()) { }
    }
    public int Add(int a) => a + 1;
}
public interface IService { void Run(int a); }
public record Person(string Name, int Age) : Base;
`,
    expected: [
      "4-21 class Service < BaseService, IService",
      "6-6 constant Service._logger",
      "7-7 constant Service.Max",
      "8-8 property Service.Name",
      "9-9 property Service.Count",
      "10-13 method Service.Service",
      "15-19 method Service.GetAsync",
      "20-20 method Service.Add",
      "22-22 interface IService",
      "23-23 class Person < Base",
    ],
  },
  {
    language: "dart",
    source: `class Foo extends StatefulWidget with Mixin implements A {
  final int x;
  Foo({required this.x});
  Foo.named(this.x);
  @override
  Widget build(BuildContext context) {
    return Text("x");
  }
  Future<void> load() async {
    if (x) { }
  }
  int get size => 1;
}
void main() {
}
`,
    expected: [
      "1-13 class Foo < StatefulWidget, Mixin, A",
      "2-2 constant Foo.x",
      "3-3 method Foo.Foo",
      "6-8 method Foo.build",
      "9-11 method Foo.load",
      "14-15 function main",
    ],
  },
];

for (const { language, source, expected } of SAMPLES) {
  Deno.test(`definitions of ${language}: names, kinds, containers, bases and where they end`, () => {
    assertEquals(definitions(source, language).map(said), expected);
  });
}
