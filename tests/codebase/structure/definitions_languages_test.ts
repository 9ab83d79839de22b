import { assertEquals } from "@std/assert";
import { type Definition, definitions } from "../../../lib/codebase/structure/definitions.ts";
import type { Language } from "../../../lib/codebase/files/languages.ts";

/** Behind `⟵`: the last line of what the line defines, its kind, container and name, and what it extends. */
const SAMPLES: Partial<Record<Language, string>> = {
  typescript: String.raw`import { x } from "./x.ts";
export const LIMIT = 5;  ⟵ 2 constant LIMIT
export const table = [  ⟵ 6 constant table
  { a: 1 },
  { b: foo(2) },
];
export default class Foo<T extends Bar> extends mod.Base<T> implements A, B {  ⟵ 28 class Foo < Base, A, B
  private count = 0;
  static handlers = new Map();
  constructor(private readonly a: string) {  ⟵ 12 method Foo.constructor
    super();
  }
  async login<T>(user: User): Promise<void> {  ⟵ 17 method Foo.login
    if (user) {
      call(user);
    }
  }
  private onClick = (event: Event) => {  ⟵ 20 method Foo.onClick
    this.count++;
  };
  get size() { return 1; }  ⟵ 21 method Foo.size
  abstract area(): number;  ⟵ 22 method Foo.area
  multi(  ⟵ 27 method Foo.multi
    a: number,
  ): string {
    return "}";
  }
}
export interface Shape extends Named {  ⟵ 32 interface Shape < Named
  area(x: number): number;  ⟵ 30 method Shape.area
  name: string;
}
type Id = string | number;  ⟵ 33 type Id
export enum Color { Red }  ⟵ 34 enum Color
export const arrow = async (a: number): Promise<void> => {  ⟵ 37 function arrow
  const inner = (b) => b;  ⟵ 36 function inner
};
const typed: (x: number) => void = (x) => {};  ⟵ 38 constant typed
export function* gen<T>(a: T) {  ⟵ 40 function gen
}
const api = {  ⟵ 48 constant api
  get: async (url) => fetch(url),  ⟵ 42 method api.get
  post(url) {  ⟵ 46 method api.post
    return describe("x", function () {
    });
  },
  put: function (x) {},  ⟵ 47 method api.put
};
describe("thing", () => {
  it("works", async () => {
    expect(1);
  });
});
Foo.prototype.bar = function () {};  ⟵ 54 method Foo.bar
module.exports.baz = function baz() {};  ⟵ 55 function baz
`,
  python: String.raw`"""Doc def nope(): """
import os
TIMEOUT: int = 5  ⟵ 3 constant TIMEOUT
urlpatterns = [  ⟵ 6 constant urlpatterns
    1,
]
@decorator(x)
class Model(Base, mixins.Other, metaclass=Meta):  ⟵ 24 class Model < Base, Other
    """Docs
class Nope: x
    """
    objects = 1  ⟵ 12 constant Model.objects

    @property
    def name(self):  ⟵ 16 method Model.name
        return "x"

    async def save(  ⟵ 24 method Model.save
        self,
        a,
    ) -> None:
        def inner():  ⟵ 23 function inner
            pass
        x = 5

def top(a, b):  ⟵ 30 function top
    if a:
        return 1

    return 2
`,
  go: String.raw`package main

type Server struct {  ⟵ 5 class Server
	Addr string
}
type Handler interface {  ⟵ 8 interface Handler
	ServeHTTP(w http.ResponseWriter, r *http.Request)  ⟵ 7 method Handler.ServeHTTP
}
const MaxSize = 5  ⟵ 9 constant MaxSize

var ErrFoo = errors.New("foo")  ⟵ 11 constant ErrFoo

type Opt func(*Server)  ⟵ 13 type Opt

func (s *Server) Listen(addr string) error {  ⟵ 20 method Server.Listen
	if s == nil {
		return nil
	}
	return nil
}

func New[T any](a T) *Server {  ⟵ 26 function New
	return &Server{
		Addr: "x",
	}
}
`,
  rust: String.raw`//! docs
pub(crate) const MAX: usize = 5;  ⟵ 2 constant MAX
#[derive(Debug)]
pub struct Foo<'a> {  ⟵ 6 class Foo
    x: &'a str,
}
pub struct Unit;  ⟵ 7 class Unit
pub enum E { A, B }  ⟵ 8 enum E
pub trait Shape: Clone + Debug {  ⟵ 11 interface Shape < Clone, Debug
    fn area(&self) -> f64;  ⟵ 10 method Shape.area
}
impl<'a> Foo<'a> {  ⟵ 16 implementation Foo
    pub async fn new(x: &'a str) -> Self {  ⟵ 15 method Foo.new
        Foo { x }
    }
}
impl<T: Display> fmt::Display for Wrapper<T> {  ⟵ 21 implementation Wrapper < Display
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {  ⟵ 20 method Wrapper.fmt
        write!(f, "{}", 1)
    }
}
mod tests {  ⟵ 26 module tests
    use super::*;
    #[test]
    fn it_works() {}  ⟵ 25 function tests.it_works
}
macro_rules! foo { () => {} }  ⟵ 27 macro foo
`,
  kotlin: String.raw`package foo
data class User(val name: String, val age: Int) : Base(), Named {  ⟵ 12 class User < Base, Named
    companion object {
        const val MAX = 5  ⟵ 4 constant User.MAX
        fun of(x: String): User = User(x, 1)  ⟵ 5 method User.of
    }
    override suspend fun <T> load(id: Int): T {  ⟵ 10 method User.load
        val x = 5
        return x
    }
    private val handler by lazy { foo() }  ⟵ 11 constant User.handler
}
fun String.shout() = uppercase()  ⟵ 13 method String.shout
sealed interface Shape  ⟵ 14 interface Shape
object Single : Foo  ⟵ 15 class Single < Foo
enum class Color { RED, BLUE }  ⟵ 16 enum Color
typealias X = String  ⟵ 17 type X
@Serializable @SerialName("a") class Attributed {  ⟵ 20 class Attributed
    @Test @Ignore("b") fun sells() {}  ⟵ 19 method Attributed.sells
}
`,
  swift: String.raw`public final class Foo: Base, Proto {  ⟵ 9 class Foo < Base, Proto
    let x = 5  ⟵ 2 constant Foo.x
    init(a: Int) {  ⟵ 4 method Foo.init
    }
    override func viewDidLoad() {  ⟵ 7 method Foo.viewDidLoad
        let y = 1
    }
    static func make<T>(_ a: T) -> Foo { Foo() }  ⟵ 8 method Foo.make
}
extension Foo: Codable {  ⟵ 12 implementation Foo < Codable
    func enc() {}  ⟵ 11 method Foo.enc
}
protocol Proto: AnyObject {  ⟵ 15 interface Proto < AnyObject
    func go()  ⟵ 14 method Proto.go
}
struct S { }  ⟵ 16 class S
enum E: String { case a }  ⟵ 17 enum E < String
@available(iOS 17, *) @_spi(Shop) public final class Attributed: Base {  ⟵ 23 class Attributed < Base
    @objc public private(set) var count = 0  ⟵ 19 constant Attributed.count
    @objc(makeWith:) public required init(a: Int) {  ⟵ 21 method Attributed.init
    }
    subscript(index: Int) -> Int { index }  ⟵ 22 method Attributed.subscript
}
extension [Shop.Item] {  ⟵ 26 implementation Item
    func total() {}  ⟵ 25 method Item.total
}
`,
  scala: String.raw`package foo
trait Shape extends Base with Named {  ⟵ 4 interface Shape < Base, Named
  def area: Double  ⟵ 3 method Shape.area
}
case class Circle(r: Double) extends Shape with Foo {  ⟵ 11 class Circle < Shape, Foo
  override def area: Double = {  ⟵ 9 method Circle.area
    val x = 1
    x
  }
  private val y = 2  ⟵ 10 constant Circle.y
}
object Circle { def apply(r: Double) = new Circle(r) }  ⟵ 12 class Circle
`,
  ruby: String.raw`module Foo  ⟵ 21 module Foo
  class Bar < ActiveRecord::Base  ⟵ 20 class Foo.Bar < Base
    MAX = 5  ⟵ 3 constant Bar.MAX
    scope :active, -> { where(active: true) }  ⟵ 4 method Bar.active
    def initialize(a)  ⟵ 7 method Bar.initialize
      @a = a
    end

    def self.find!(id)  ⟵ 15 method Bar.find!
      if id
        x
      end
    rescue Foo
      nil
    end

    class << self
      def build; end  ⟵ 18 method Bar.build
    end
  end
end
`,
  php: String.raw`<?php
namespace App\Models;
use Foo\Bar;
final class User extends \Foo\Model implements A, B  ⟵ 13 class User < Model, A, B
{
    const MAX = 5;  ⟵ 6 constant User.MAX
    public static function find(int $id): ?User  ⟵ 11 method User.find
    {
        if ($id) { return null; }
        $f = function ($x) { };
    }
    abstract protected function go();  ⟵ 12 method User.go
}
function helper() {}  ⟵ 14 function helper
`,
  bash: String.raw`#!/bin/bash
foo() {  ⟵ 4 function foo
  echo "x#y" # {
}
function bar {  ⟵ 7 function bar
  if true; then x; fi
}
`,
  lua: String.raw`local M = {}  ⟵ 1 constant M
function M.foo(a)  ⟵ 6 method M.foo
  if a then
    return 1
  end
end
function M:bar() end  ⟵ 7 method M.bar
local function baz() end  ⟵ 8 function baz
M.q = function(x) end  ⟵ 9 method M.q
`,
  elixir: String.raw`defmodule Foo.Bar do  ⟵ 13 module Bar
  @moduledoc """
  def nope
  """
  def hello(a, b) do  ⟵ 9 function Bar.hello
    if a do
      b
    end
  end
  defp priv(x), do: x  ⟵ 10 function Bar.priv
  defmacro mac(x) do  ⟵ 12 macro Bar.mac
  end
end
`,
  sql: String.raw`CREATE TABLE IF NOT EXISTS public.users (  ⟵ 3 type users
  id int
);
create or replace function add(a int) returns int as $$ begin end; $$;  ⟵ 4 function add
`,
  proto: String.raw`message Foo { string a = 1; }  ⟵ 1 class Foo
service Api {  ⟵ 4 interface Api
  rpc Get (Foo) returns (Foo);  ⟵ 3 method Api.Get
}
`,
  java: String.raw`package com.foo;

import java.util.List;

/** class Nope { } */
@Service
@RequestMapping(value = "/x", method = {RequestMethod.GET})
public abstract class A<T extends Foo> extends Base<T> implements B, C<D> {  ⟵ 37 class A < Base, B, C
    private static final Logger LOG = LoggerFactory.getLogger(A.class);  ⟵ 9 constant A.LOG
    private final List<String> names = new ArrayList<>();  ⟵ 10 constant A.names
    private int x;

    public A(int x) {  ⟵ 15 method A.A
        this.x = x;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <R> Map<String, List<R>> find(  ⟵ 30 method A.find
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

    abstract void go(int a);  ⟵ 32 method A.go

    interface Inner { void m(); }  ⟵ 34 interface A.Inner
    enum Kind { ONE(1), TWO(2); Kind(int x) { } }  ⟵ 35 enum A.Kind
    record Point(int x, int y) implements Shape { }  ⟵ 36 class A.Point < Shape
}
`,
  c: String.raw`#include <stdio.h>
#define MAX 10  ⟵ 2 macro MAX
#define FOO(x) do { x } while (0)  ⟵ 3 macro FOO
typedef struct {
    int a;
} point_t;  ⟵ 6 class point_t
struct node {  ⟵ 9 class node
    struct node *next;
};
typedef unsigned long ulong_t;  ⟵ 10 type ulong_t
typedef int (*callback)(int);  ⟵ 11 type callback
enum color { RED };  ⟵ 12 enum color
static int counter = 0;
int prototype(int a);
static inline struct node *
make_node(int a,  ⟵ 28 function make_node
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
int main(void) { return 0; }  ⟵ 29 function main
static const struct file_operations ops = {  ⟵ 32 constant ops
    .open = my_open,
};
int last(void)  ⟵ 35 function last
{
}
MODULE_LICENSE("GPL");
`,
  cpp: String.raw`#include "a.h"
namespace foo::bar {  ⟵ 2 module foo::bar
template <typename T>
class EXPORT Widget final : public Base<T>, private ns::Other {  ⟵ 14 class Widget < Base, Other
public:
    Widget();  ⟵ 6 method Widget.Widget
    ~Widget() override = default;  ⟵ 7 method Widget.~Widget
    virtual int size() const noexcept { return 1; }  ⟵ 8 method Widget.size
    static Widget *create(int a, int b = 5);  ⟵ 9 method Widget.create
    bool operator==(const Widget &o) const;  ⟵ 10 method Widget.operator==
private:
    int x_{0};
    std::vector<int> v_;
};
Widget::Widget() : x_{5} {  ⟵ 16 method Widget.Widget
}
std::string Widget::name(const std::string &s) const {  ⟵ 20 method Widget.name
    for (auto &x : v_) { }
    return "";
}
auto lambda = [](int a) { return a; };
using Str = std::string;  ⟵ 22 type Str
constexpr int kMax = 10;  ⟵ 23 constant kMax
} // namespace
extern "C" {
void c_api(void) {  ⟵ 27 function c_api
}
}
`,
  csharp: String.raw`using System;
namespace Foo.Bar;
[Serializable]
public sealed class Service<T> : BaseService, IService where T : class  ⟵ 21 class Service < BaseService, IService
{
    private readonly ILogger _logger;  ⟵ 6 constant Service._logger
    public const int Max = 5;  ⟵ 7 constant Service.Max
    public string Name { get; set; }  ⟵ 8 property Service.Name
    public int Count => _items.Count;  ⟵ 9 property Service.Count
    public Service(ILogger logger) : base(logger)  ⟵ 13 method Service.Service
    {
        _logger = logger;
    }
    [HttpGet("x")]
    public async Task<List<T>> GetAsync(int id, [FromBody] string x = "a")  ⟵ 19 method Service.GetAsync
    {
        if (id > 0) { return null; }
        using (var x = foo()) { }
    }
    public int Add(int a) => a + 1;  ⟵ 20 method Service.Add
}
public interface IService { void Run(int a); }  ⟵ 22 interface IService
public record Person(string Name, int Age) : Base;  ⟵ 23 class Person < Base
`,
  dart: String
    .raw`class Foo extends StatefulWidget with Mixin implements A {  ⟵ 13 class Foo < StatefulWidget, Mixin, A
  final int x;  ⟵ 2 constant Foo.x
  Foo({required this.x});  ⟵ 3 method Foo.Foo
  Foo.named(this.x);
  @override
  Widget build(BuildContext context) {  ⟵ 8 method Foo.build
    return Text("x");
  }
  Future<void> load() async {  ⟵ 11 method Foo.load
    if (x) { }
  }
  int get size => 1;
}
void main() {  ⟵ 15 function main
}
`,
};

function said({ endLine, kind, container, name, bases }: Definition): string {
  const holder = container === undefined ? "" : `${container}.`;
  return `${endLine} ${kind} ${holder}${name}${bases === undefined ? "" : ` < ${bases.join(", ")}`}`;
}

for (const [language, sample] of Object.entries(SAMPLES) as [Language, string][]) {
  Deno.test(`definitions of ${language}: names, kinds, containers, bases and where they end`, () => {
    const lines = sample.split("\n");
    const source = lines.map((line) => line.replace(/ *⟵.*/, "")).join("\n");
    const expected = lines.map((line) => /⟵ (.*)/.exec(line)?.[1] ?? "");
    const found = lines.map((_, at) =>
      definitions(source, language).filter(({ line }) => line === at + 1).map(said).join(" ; ")
    );
    assertEquals(found, expected);
  });
}
